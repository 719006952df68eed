package gateway

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"assay/engine/access"
	"assay/engine/body"
	"assay/engine/clock"
	"assay/engine/tap"
	"assay/engine/transport"
)

func TestHeaderLimit(t *testing.T) {
	const perHeader = 4 << 10
	server := func(count int, start func(*httptest.Server)) string {
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			for n := range count {
				w.Header().Add("X-Filler", strings.Repeat(string(rune('a'+n%26)), perHeader))
			}
		}))
		s.EnableHTTP2 = true
		start(s)
		t.Cleanup(s.Close)
		return s.URL
	}
	for _, protocol := range []struct {
		name, outcome string
		start         func(*httptest.Server)
		by            func(*request, *access.Access)
	}{{"HTTP/1.1", oversize, (*httptest.Server).Start, http1}, {"HTTP/2.0", reset, (*httptest.Server).StartTLS, http2}} {
		t.Run("headers: 32 KiB are read, 68 KiB are not, with "+protocol.name, func(t *testing.T) {
			few, pools := server(8, protocol.start), transport.NewPools()
			if x := sendChat(t, pools, newUser(net.Dialer{}, true), few, protocol.by); x.Outcome != answered || x.proto != protocol.name {
				t.Errorf("32 KiB: got %s, %s, %s", x.Outcome, x.proto, x.Failure)
			}
			many := server(17, protocol.start)
			if x := sendChat(t, pools, newUser(net.Dialer{}, true), many, protocol.by); x.Outcome != protocol.outcome || len(x.Headers) > 0 {
				t.Errorf("68 KiB: got %s, %d headers, %s", x.Outcome, len(x.Headers), x.Failure)
			}
		})
	}
}

func newExchange(r *request) *exchange {
	return newExchangeIn(r, body.NewBudget(body.DefaultBytes))
}

func newExchangeIn(r *request, budget *body.Budget) *exchange {
	x := &exchange{}
	x.reset(r, budget)
	return x
}

func chat(budget *body.Budget, isStream bool) *exchange {
	x := newExchangeIn(&request{Request: tap.Request{Operation: "chat"}}, budget)
	x.IsStream = isStream
	return x
}

// endlessReader returns a text again and again, and counts.
type endlessReader struct {
	text  string
	bytes int
}

func (f *endlessReader) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = f.text[(f.bytes+i)%len(f.text)]
	}
	f.bytes += len(b)
	return len(b), nil
}

// countingClock returns a later time at each call.
func countingClock() func() int64 {
	now := int64(0)
	return func() int64 { now++; return now }
}

const token = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n"

func TestSizeLimits(t *testing.T) {
	for _, test := range []struct {
		name, text string
		isStream   bool
		want       error
	}{
		{"a body", "x", false, errOversize},
		{"an event", "x", true, errOversize},
		{"a comment", ": x\n", true, errOversize},
		{"a stream", ": x\n\n", true, errOversize},
		{"a stream of events", token, true, errTooManyEvents},
		{"a stream of empty events", "data\n\n", true, errTooManyEvents},
	} {
		t.Run("size limits: "+test.name+" without an end stops at its limit, whatever memory there is", func(t *testing.T) {
			for _, bytes := range []int64{1 << 30, 1 << 20, 1 << 12} {
				budget := body.NewBudget(bytes)
				x, source := chat(budget, test.isStream), &endlessReader{text: test.text}
				err := x.readBody(source, clock.NowNs)
				if !errors.Is(err, test.want) && (bytes == 1<<30 || !errors.Is(err, errNoMemory)) {
					t.Errorf("with %d bytes: got %v", bytes, err)
				}
				if source.bytes > x.mostBytes()+1<<20 || x.Body.Len() > x.mostBytes() {
					t.Errorf("%d bytes were read, %d kept", source.bytes, x.Body.Len())
				}
				if used := budget.Used(); used > max(bytes, 32<<10) {
					t.Errorf("%d of %d bytes were taken", used, bytes)
				}
				if x.free(); budget.Used() != 0 {
					t.Errorf("%d bytes are still taken", budget.Used())
				}
			}
		})
	}
	t.Run("size limits: an answer in very many reads stops at their limit", func(t *testing.T) {
		x := chat(body.NewBudget(1<<30), false)
		oneByOne := readerFunc(func(b []byte) (int, error) { return copy(b, "x"), nil })
		if err := x.readBody(oneByOne, countingClock()); !errors.Is(err, errTooManyReads) {
			t.Errorf("got %v", err)
		}
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

func TestFullMemory(t *testing.T) {
	stream := strings.Repeat(token, 2000)
	t.Run("full memory: a stream without its body has the times of all its tokens", func(t *testing.T) {
		budget := body.NewBudget(40 << 10)
		x := chat(budget, true)
		if err := x.readBody(strings.NewReader(stream), clock.NowNs); err != nil {
			t.Fatal(err)
		}
		if !x.Body.IsDropped() || x.Body.Len() != len(stream) || len(x.TokensNs.All()) != 2000 {
			t.Errorf("got %d bytes and %d tokens; dropped: %v", x.Body.Len(), len(x.TokensNs.All()), x.Body.IsDropped())
		}
		if prefix := x.Body.Prefix(1000); string(prefix) != stream[:1000] {
			t.Errorf("the start is %q", prefix)
		}
	})
	t.Run("full memory: a stream whose token times do not fit is lost, and its memory is given back", func(t *testing.T) {
		budget := body.NewBudget(20 << 10)
		x := chat(budget, true)
		if err := x.readBody(&endlessReader{text: token}, clock.NowNs); !errors.Is(err, errNoMemory) {
			t.Errorf("got %v", err)
		}
		if x.free(); budget.Used() != 0 {
			t.Errorf("%d bytes are still taken", budget.Used())
		}
	})
	t.Run("full memory: the body of one answer is dropped, not those of the others", func(t *testing.T) {
		budget := body.NewBudget(1 << 20)
		small, large := chat(budget, false), chat(budget, false)
		_ = large.readBody(io.LimitReader(&endlessReader{text: "y"}, 4<<20), clock.NowNs)
		if err := small.readBody(strings.NewReader(stream), clock.NowNs); err != nil {
			t.Fatal(err)
		}
		if !large.Body.IsDropped() || small.Body.IsDropped() || string(small.Body.AppendTo(nil)) != stream {
			t.Errorf("dropped: %v and %v", large.Body.IsDropped(), small.Body.IsDropped())
		}
	})
}

func TestReads(t *testing.T) {
	t.Run("reads: what one read from the socket brought has one stamp, and its tokens are coalesced", func(t *testing.T) {
		x := chat(body.NewBudget(1<<20), true)
		text := strings.Repeat(token, 600) // several chunks
		if err := x.readBody(strings.NewReader(text), func() int64 { return 7 }); err != nil {
			t.Fatal(err)
		}
		if reads := x.Reads.All(); len(reads) != 2 || reads[0] != int64(len(text)) || reads[1] != 7 || x.Coalesced != 599 {
			t.Errorf("got the reads %v and %d coalesced tokens", reads, x.Coalesced)
		}
	})
}
