package scripttest

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/engine/framing"
)

func count(exchanges []exchange, outcome string) int {
	n := 0
	for _, x := range exchanges {
		if x.Outcome == outcome {
			n++
		}
	}
	return n
}

// waitForRequests waits until the gateway has received this number of requests.
func waitForRequests(t *testing.T, g *target, requests int64) {
	t.Helper()
	for start := time.Now(); time.Since(start) < patience; {
		if g.requests.Load() >= requests {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the gateway received %d requests only", g.requests.Load())
}

func TestEnding(t *testing.T) {
	slow := func(g *target, options string) string {
		return openLoop(options, "", "request({operation:'chat', url:'"+g.URL+"/slow', body:'{}'})")
	}

	t.Run("the end of a run: later requests of a script are not exchanges", func(t *testing.T) {
		g, tap := newTarget(t), open(t)
		request := "request({operation:'chat', url:'" + g.URL + "/json', body:'{}'});"
		p := start(t, openLoop("rate: 20, process: 'constant', duration: '1s', vus: 30, gracefulStop: '2s'", "import { sleep } from 'k6';",
			"try { "+request+" sleep(300); for (;;) "+request+" } catch (error) { for (;;) "+request+" }"), []string{"ASSAY_TAP=" + tap.path})
		output := p.wait()
		r := tap.finished()
		end := r.end(t)
		if p.code != 0 || end.Interrupted != 20 || end.Exchanges != 20 || count(r.exchanges, "answered") != 20 || g.requests.Load() != 20 {
			t.Errorf("the gateway received %d requests, exit code %d, got %+v: %s", g.requests.Load(), p.code, end, output)
		}
	})

	t.Run("the end of the tap: a judging process that is behind may still send frames", func(t *testing.T) {
		g, tap := newTarget(t), newFakeTap(t)
		p := start(t, once("", "request({operation:'chat', url:'"+g.URL+"/json', body:'{}'})"), []string{"ASSAY_TAP=" + tap.path})
		waitForRequests(t, g, 1)
		time.Sleep(time.Second)
		conn := <-tap.conn
		if _, err := conn.Write(framing.New(131, []byte(`{"rule":"chat-id","operation":"chat","count":1}`), nil)); err != nil {
			t.Errorf("the engine closed the socket: %v", err)
		}
		close(tap.readable)
		if output := p.wait(); p.code != 0 {
			t.Errorf("exit code %d: %s", p.code, output)
		}
		if end := tap.finished().end(t); end.Exchanges != 1 {
			t.Errorf("got %+v", end)
		}
	})

	t.Run("SIGTERM: the run ends with its totals and the interrupted exchanges", func(t *testing.T) {
		g, tap := newTarget(t), open(t)
		p := start(t, slow(g, "rate: 50, duration: '5m', vus: 60"), []string{"ASSAY_TAP=" + tap.path})
		waitForRequests(t, g, 20)
		p.terminate()
		output := p.wait()
		r := tap.finished()
		end := r.end(t)
		if p.code != 105 || end.Interrupted < 20 || int(end.Exchanges) != len(r.exchanges) || count(r.exchanges, "cut-by-end") != len(r.exchanges) {
			t.Errorf("exit code %d, %d frames of %+v: %s", p.code, len(r.exchanges), end, output)
		}
	})

	t.Run("a tap that fails: the run ends", func(t *testing.T) {
		g, tap := newTarget(t), open(t)
		p := start(t, slow(g, "rate: 50, duration: '5m', vus: 60"), []string{"ASSAY_TAP=" + tap.path})
		waitForRequests(t, g, 10)
		tap.cut()
		if output := p.wait(); p.code == 0 || !strings.Contains(output, "the tap failed: ") {
			t.Errorf("exit code %d: %s", p.code, output)
		}
		before := g.requests.Load()
		time.Sleep(200 * time.Millisecond)
		if g.requests.Load() != before {
			t.Error("the load continues")
		}
	})

	t.Run("a tap that fails: the run ends even if the script does not", func(t *testing.T) {
		g, tap := newTarget(t), open(t)
		p := start(t, "import { sleep } from 'k6'; export function teardown() { sleep(300) };"+
			slow(g, "rate: 50, duration: '5m', vus: 60"), []string{"ASSAY_TAP=" + tap.path})
		waitForRequests(t, g, 10)
		tap.cut()
		if output := p.wait(); p.code == 0 || !strings.Contains(output, "the run did not end after the tap failed") {
			t.Errorf("exit code %d: %s", p.code, output)
		}
	})

	t.Run("no tap at its address: the run does not start", func(t *testing.T) {
		g := newTarget(t)
		p := start(t, slow(g, "rate: 50, duration: '5m', vus: 60"), []string{"ASSAY_TAP=" + filepath.Join(t.TempDir(), "none")})
		if output := p.wait(); p.code == 0 || !strings.Contains(output, "the tap cannot be opened") || g.requests.Load() != 0 {
			t.Errorf("exit code %d: %s", p.code, output)
		}
	})

	t.Run("no keys: the run does not start, and no key is printed", func(t *testing.T) {
		g, tap := newTarget(t), newFakeTapSending(t, framing.New(130, []byte(`{"first":"`+firstKey+`"}`), nil))
		p := start(t, slow(g, "rate: 50, duration: '5m', vus: 60"), []string{"ASSAY_TAP=" + tap.path})
		output := p.wait()
		if p.code == 0 || !strings.Contains(output, "the first frame of the judging process must be keys") || strings.Contains(output, firstKey) {
			t.Errorf("exit code %d: %s", p.code, output)
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
