package scripttest

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"
)

// lateness returns how long after its scheduled start each exchange was sent, in ascending order.
func lateness(exchanges []exchange) []time.Duration {
	var all []time.Duration
	for _, x := range exchanges {
		all = append(all, time.Duration(x.SendNs-x.IntendedNs))
	}
	slices.Sort(all)
	return all
}

// waitedFor is more than a busy machine delays half of the starts, and less than anything that the load waits for.
const waitedFor = 500 * time.Millisecond

func TestArrivals(t *testing.T) {
	g := newTarget(t)
	chat := "request({operation:'chat', url:'" + g.URL + "/json?ms=100', body:'{}'})"

	t.Run("arrivals: 200/s with enough virtual users all start on time", func(t *testing.T) {
		tap := open(t)
		start(t, openLoop("rate: 200, duration: '5s', vus: 100, seed: 7", "", chat), []string{"ASSAY_TAP=" + tap.path}).wait()
		r := tap.finished()
		end := r.end(t)
		if end.Scheduled < 900 || end.Scheduled > 1100 || end.Started != end.Scheduled || end.NotStarted != 0 || end.Interrupted != 0 {
			t.Errorf("got %+v", end)
		}
		if int64(len(r.exchanges)) != end.Started || end.Exchanges != end.Started {
			t.Errorf("got %d frames of %+v", len(r.exchanges), end)
		}
		if all := lateness(r.exchanges); all[len(all)/2] > waitedFor {
			t.Errorf("half are later than %v", all[len(all)/2])
		}
		if first := r.exchanges[0]; first.Scenario != "load" || first.Operation != "chat" {
			t.Errorf("got %+v", first)
		}
		if len(r.health) < 4 {
			t.Errorf("got %d health frames in five seconds", len(r.health))
		}
		for _, second := range r.health {
			if second["scheduled"] < second["started"] || second["started"] < second["completed"] || second["schedulerLatencyP99Ns"] <= 0 || second["cpuShare"] <= 0 {
				t.Errorf("got %v", second)
			}
		}
	})

	t.Run("arrivals: the scheduled start applies to the first call, later calls start when they are made", func(t *testing.T) {
		tap := open(t)
		start(t, openLoop("rate: 20, duration: '1s', vus: 1", "",
			chat+`; request({operation:'images', url:'`+g.URL+`/json', body:'{}'});
			  request({operation:'responses', url:'`+g.URL+`/json', body: JSON.stringify([intended(), now()]), intendedMs: 12.5})`),
			[]string{"ASSAY_TAP=" + tap.path}).wait()
		for index, x := range tap.finished().exchanges {
			switch x.Operation {
			case "chat":
				if index > 3 && x.SendNs-x.IntendedNs < 20e6 {
					t.Errorf("a late iteration has a scheduled start %d ns before its send", x.SendNs-x.IntendedNs)
				}
			case "images":
				if x.SendNs-x.IntendedNs > 5e6 {
					t.Errorf("the second call has a scheduled start %d ns before its send", x.SendNs-x.IntendedNs)
				}
			case "responses":
				var times [2]float64
				_ = json.Unmarshal([]byte(x.Request.Text), &times)
				if x.IntendedNs != 12_500_000 || times[0] >= times[1] || times[1]*1e6 > float64(x.SendNs) {
					t.Errorf("got a scheduled start of %d, intended() and now() are %v, sent at %d", x.IntendedNs, times, x.SendNs)
				}
			}
		}
	})

}

func TestTokens(t *testing.T) {
	t.Run("tokens: their times match the writes of the gateway", func(t *testing.T) {
		g, tap := newTarget(t), open(t)
		start(t, once("", fmt.Sprintf("for (let i = 0; i < 5; i++) request({operation:'chat', url:'%s/stream?n=20&gap=40', body:'{}'})", g.URL)),
			[]string{"ASSAY_TAP=" + tap.path}).wait()
		var differences []time.Duration
		for index, x := range tap.finished().exchanges {
			written := g.written[index]
			if len(x.TokensNs) != len(written) {
				t.Fatalf("got %d tokens; %d were sent", len(x.TokensNs), len(written))
			}
			for n := range written[1:] {
				theirs := written[n+1].Sub(written[n])
				differences = append(differences, (time.Duration(x.TokensNs[n+1]-x.TokensNs[n]) - theirs).Abs())
			}
			if x.FirstByteNs > x.TokensNs[0] || x.EndNs < x.TokensNs[len(x.TokensNs)-1] {
				t.Errorf("the times are out of order: %+v", x)
			}
		}
		slices.Sort(differences)
		if median := differences[len(differences)/2]; median > 20*time.Millisecond { // half a gap
			t.Errorf("half of the gaps are off by more than %v", median)
		}
	})
	t.Run("tokens: two in one write are coalesced", func(t *testing.T) {
		g := newTarget(t)
		x := runRequest(t, `{operation:'chat', url:'`+g.URL+`/pairs', body:'{}'}`)
		// A machine that is slow may read two writes at once: then more are.
		reads := len(slices.Compact(slices.Clone(x.TokensNs)))
		if len(x.TokensNs) != 6 || reads > 3 || x.Coalesced != 6-reads {
			t.Errorf("got %v with %d coalesced", x.TokensNs, x.Coalesced)
		}
	})
	t.Run("tokens: the body is complete and its reads have their position", func(t *testing.T) {
		g := newTarget(t)
		x := runRequest(t, `{operation:'chat', url:'`+g.URL+`/stream?n=3&gap=300', body:'{"a":"é"}'}`)
		want := "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n" + chunk(0) + chunk(1) + chunk(2) + "data: [DONE]\n\n"
		if string(x.body) != want || x.SizeBytes != int64(len(want)) {
			t.Errorf("got %q of %d bytes", x.body, x.SizeBytes)
		}
		if count := len(x.Reads); count < 4 || count%2 != 0 || x.Reads[count-2] != int64(len(want)) {
			t.Errorf("got the reads %v", x.Reads)
		}
		if x.Request.Kind != "text" || x.Request.Text != `{"a":"é"}` || x.Request.SizeBytes != 10 {
			t.Errorf("got the request %+v", x.Request)
		}
	})
}
