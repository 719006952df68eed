package scripttest

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestPressure(t *testing.T) {
	t.Run("a tap that does not keep up: bodies are lost before timings, losses are counted, the load continues", func(t *testing.T) {
		g, tap := newTarget(t), newFakeTap(t)
		p := start(t, openLoop("rate: 50, process: 'constant', duration: '5s', vus: 50", "",
			"request({operation:'chat', url:'"+g.URL+"/json?padding=80000', body:'{}', credential:'none'})"),
			[]string{"ASSAY_TAP=" + tap.path, "ASSAY_BODY_BYTES=3000000"})
		tap.readAfter(3500 * time.Millisecond)
		p.wait()
		r := tap.finished()
		end := r.end(t)
		if end.Started != 250 || end.NotStarted != 0 {
			t.Errorf("the load was delayed: %+v", end)
		}
		if all := lateness(r.exchanges); all[len(all)/2] > waitedFor {
			t.Errorf("half are later than %v", all[len(all)/2])
		}
		var withoutBody, bodies, timings int64
		for _, x := range r.exchanges {
			if x.BodyDropped {
				withoutBody++
				if len(x.body) != 0 || x.SizeBytes == 0 || x.EndNs == 0 || x.Status != 200 {
					t.Errorf("got %+v", x)
				}
			} else if len(x.body) != int(x.SizeBytes) {
				t.Errorf("%d of %d bytes arrived", len(x.body), x.SizeBytes)
			}
		}
		for _, lost := range r.dropped {
			bodies, timings = bodies+lost["bodies"], timings+lost["timings"]
		}
		if withoutBody == 0 || withoutBody != end.DroppedBodies || bodies != end.DroppedBodies || timings != end.DroppedTimings {
			t.Errorf("%d have no body; dropped frames report %d and %d, the end %+v", withoutBody, bodies, timings, end)
		}
		if end.Exchanges != 250 || int64(len(r.exchanges))+end.DroppedTimings != end.Exchanges {
			t.Errorf("%d frames and %d lost are not %d", len(r.exchanges), end.DroppedTimings, end.Exchanges)
		}
		if !slices.ContainsFunc(r.exchanges[200:], func(x exchange) bool { return !x.BodyDropped }) {
			t.Error("bodies are still dropped when there is room")
		}
	})
	t.Run("a tap that does not keep up, with a spool: nothing is lost, and the load is not delayed", func(t *testing.T) {
		g, tap := newTarget(t), newFakeTap(t)
		// 21 MB of answers in 5 s. Bodies may take 8 MB: what comes while a busy machine lets no frame be written
		// to the file for almost 2 s.
		p := start(t, openLoop("rate: 40, process: 'constant', duration: '5s', vus: 50", "",
			"request({operation:'chat', url:'"+g.URL+"/json?padding=80000', body:'{}', credential:'none'})"),
			[]string{"ASSAY_TAP=" + tap.path, "ASSAY_BODY_BYTES=10700000", "ASSAY_TAP_SPOOL=" + t.TempDir()})
		tap.readAfter(6 * time.Second)
		p.wait()
		r := tap.finished()
		end := r.end(t)
		if end.Started != 200 || end.NotStarted != 0 || len(r.dropped) != 0 {
			t.Errorf("lost %v, %+v", r.dropped, end)
		}
		if all := lateness(r.exchanges); all[len(all)/2] > waitedFor {
			t.Errorf("half are later than %v", all[len(all)/2])
		}
		for _, x := range r.exchanges {
			if len(x.body) != int(x.SizeBytes) {
				t.Errorf("%d of %d bytes arrived", len(x.body), x.SizeBytes)
			}
		}
		if int64(len(r.exchanges)) != end.Exchanges {
			t.Errorf("%d frames of %+v", len(r.exchanges), end)
		}
		waiting := 0.0
		for _, second := range r.health {
			waiting = max(waiting, second["queuedBytes"])
		}
		if waiting < 4<<20 {
			t.Errorf("at most %v bytes are reported to wait", waiting)
		}
	})
	t.Run("a spool in a folder that does not exist: the run does not start", func(t *testing.T) {
		tap := newFakeTap(t)
		close(tap.readable)
		p := start(t, once("", ""), []string{"ASSAY_TAP=" + tap.path, "ASSAY_TAP_SPOOL=/does-not-exist"})
		if output := p.wait(); p.code == 0 || !strings.Contains(output, "ASSAY_TAP_SPOOL must name a folder in which files can be made") {
			t.Errorf("exit code %d: %s", p.code, output)
		}
	})
	t.Run("a judging process that reads nothing for long: the load ends early, and the rest arrives when it reads again", func(t *testing.T) {
		g, tap := newTarget(t), newFakeTap(t)
		p := start(t, openLoop("rate: 100, process: 'constant', duration: '5m', vus: 50", "",
			"request({operation:'chat', url:'"+g.URL+"/json?padding=20000', body:'{}', credential:'none'})"),
			[]string{"ASSAY_TAP=" + tap.path, "ASSAY_TAP_PATIENCE=1s"})
		tap.readAfter(5 * time.Second)
		output := p.wait()
		r := tap.finished()
		end := r.end(t)
		if p.code != 0 || !end.Unread || !end.CutShort {
			t.Errorf("exit code %d, %+v: %s", p.code, end, output)
		}
		if end.Started == 0 || end.Started > 1000 || int64(len(r.exchanges))+end.DroppedTimings != end.Exchanges {
			t.Errorf("%d frames arrived of %+v", len(r.exchanges), end)
		}
	})
	t.Run("a patience that is not a time: the run does not start", func(t *testing.T) {
		p := start(t, once("", ""), []string{"ASSAY_TAP_PATIENCE=30"})
		if output := p.wait(); p.code == 0 || !strings.Contains(output, "ASSAY_TAP_PATIENCE must be a time above 0") {
			t.Errorf("exit code %d: %s", p.code, output)
		}
	})
	t.Run("a memory size that is not a number: the run does not start", func(t *testing.T) {
		p := start(t, once("", ""), []string{"ASSAY_BODY_BYTES=64M"})
		if output := p.wait(); p.code == 0 || !strings.Contains(output, "ASSAY_BODY_BYTES must be a number of bytes above 0") {
			t.Errorf("exit code %d: %s", p.code, output)
		}
	})
}
