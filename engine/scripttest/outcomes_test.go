package scripttest

import (
	"fmt"
	"testing"
	"time"
)

// runRequest runs one request with these options and returns its exchange.
func runRequest(t *testing.T, options string) exchange {
	t.Helper()
	tap := open(t)
	p := start(t, once("", fmt.Sprintf("request(%s)", options)), []string{"ASSAY_TAP=" + tap.path})
	output := p.wait()
	r := tap.finished()
	if len(r.exchanges) != 1 || p.code != 0 {
		t.Fatalf("got %d exchanges and exit code %d: %s", len(r.exchanges), p.code, output)
	}
	if end := r.end(t); end.Exchanges != 1 {
		t.Errorf("the end frame counts %d exchanges", end.Exchanges)
	}
	return r.exchanges[0]
}

func TestOutcomes(t *testing.T) {
	g := newTarget(t)
	closed := closedPort(t)
	for _, test := range []struct {
		name, options, outcome string
		status                 int
	}{
		{"a complete answer is answered", `{operation:'chat', url:'` + g.URL + `/json', body:'{}'}`, "answered", 200},
		{"a redirect is answered, and not followed", `{operation:'chat', url:'` + g.URL + `/redirect', body:'{}'}`, "answered", 302},
		{"a stream is answered", `{operation:'chat', url:'` + g.URL + `/stream', body:'{}'}`, "answered", 200},
		{"a closed port is refused", `{operation:'chat', url:'` + closed + `/', body:'{}'}`, "refused", 0},
		{"a name that does not resolve is refused", `{operation:'chat', url:'http://gateway.invalid/', body:'{}'}`, "refused", 0},
		{"a connection closed before a status line is reset", `{operation:'chat', url:'` + g.URL + `/hang-up', body:'{}'}`, "reset", 0},
		{"a body shorter than stated is truncated", `{operation:'chat', url:'` + g.URL + `/cut-body', body:'{}'}`, "truncated", 200},
		{"a stream without its last chunk is truncated", `{operation:'chat', url:'` + g.URL + `/cut-stream', body:'{}'}`, "truncated", 200},
		{"no answer within the deadline is timed out", `{operation:'chat', url:'` + g.URL + `/slow', body:'{}', timeoutMs: 200}`, "timed-out", 0},
		{"a stream beyond the deadline is timed out", `{operation:'chat', url:'` + g.URL + `/stream?n=500', body:'{}', timeoutMs: 1000}`, "timed-out", 200},
		{"disconnecting after two events is aborted", `{operation:'chat', url:'` + g.URL + `/stream?n=500', body:'{}', disconnectAfterEvents: 2}`, "aborted", 200},
		{"disconnecting before an answer is aborted", `{operation:'chat', url:'` + g.URL + `/slow', body:'{}', disconnectAfterMs: 150}`, "aborted", 0},
		{"an answer before the disconnect is answered", `{operation:'chat', url:'` + g.URL + `/json', body:'{}', disconnectAfterMs: 5000}`, "answered", 200},
		{"a text beyond 4 MiB is oversize", `{operation:'chat', url:'` + g.URL + `/endless?type=application/json', body:'{}'}`, "oversize", 200},
		{"a stream beyond 4 MiB is oversize", `{operation:'chat', url:'` + g.URL + `/endless?type=text/event-stream', body:'{}'}`, "oversize", 200},
	} {
		t.Run("outcome: "+test.name, func(t *testing.T) {
			x := runRequest(t, test.options)
			if x.Outcome != test.outcome || x.Status != test.status {
				t.Errorf("got %s with status %d (%s)", x.Outcome, x.Status, x.Failure)
			}
			if x.SizeBytes > 4<<20 {
				t.Errorf("%d bytes were kept", x.SizeBytes)
			}
			if (x.Failure == "") != (x.Outcome == "answered") {
				t.Errorf("%s has the failure %q", x.Outcome, x.Failure)
			}
			if x.IntendedNs > x.SendNs || x.SendNs > x.EndNs || x.EndNs == 0 {
				t.Errorf("the times are out of order: %d, %d, %d", x.IntendedNs, x.SendNs, x.EndNs)
			}
		})
	}
}

func TestDisconnecting(t *testing.T) {
	g := newTarget(t)
	t.Run("disconnecting: the gateway sees the connection close", func(t *testing.T) {
		x := runRequest(t, `{operation:'chat', url:'`+g.URL+`/stream?n=5000&gap=10', body:'{}', disconnectAfterEvents: 3}`)
		if len(x.TokensNs) != 2 {
			t.Errorf("got %d tokens in three events, the first of which has no content", len(x.TokensNs))
		}
		for range 2000 {
			if g.disconnects.Load() == 1 {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Error("the stream continued to its end")
	})
}

func TestRepeats(t *testing.T) {
	t.Run("repeats: a request that broke on a reused connection is not silently sent again", func(t *testing.T) {
		for _, second := range []string{
			`{operation:'chat', url, body:'{}', idempotencyKey:'k'}`,
			`{operation:'chat', url, body:'{}', headers:{'Idempotency-Key':'k'}}`,
			`{operation:'video-read', method:'GET', url}`,
		} {
			g, tap := newTarget(t), open(t)
			start(t, once("const url = '"+g.URL+"/close-on-reuse'", `request({operation:'chat', url, body:'{}'}); request(`+second+`)`),
				[]string{"ASSAY_TAP=" + tap.path}).wait()
			r := tap.finished()
			if len(r.exchanges) != 2 || r.exchanges[1].Outcome != "reset" {
				t.Fatalf("%s: got %+v", second, r.exchanges)
			}
			if count := g.requests.Load(); count != 2 {
				t.Errorf("%s: the gateway received %d requests", second, count)
			}
		}
	})
}
