package gateway

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/url"
	"strings"
	"testing"
	"time"

	"assay/engine/body"
	"assay/engine/tap"
	"assay/engine/transport"
)

// roundTripper answers each attempt by a function of its number, counted from 1.
type roundTripper struct {
	attempts int
	bodies   []string
	answer   func(attempt int, trace *httptrace.ClientTrace) error
}

func (r *roundTripper) RoundTrip(request *http.Request) (*http.Response, error) {
	r.attempts++
	body, _ := io.ReadAll(request.Body)
	r.bodies = append(r.bodies, string(body))
	if err := r.answer(r.attempts, httptrace.ContextClientTrace(request.Context())); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: 200, Proto: "HTTP/1.1", Body: io.NopCloser(strings.NewReader("{}"))}, nil
}

func TestUnjudgedAnswers(t *testing.T) {
	t.Run("an answer that is cut: its beginning is kept, its whole size is counted, and the memory is given back", func(t *testing.T) {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for range 40 {
				_, _ = w.Write(bytes.Repeat([]byte("x"), 64<<10))
			}
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}))
		defer server.Close()
		address, _ := url.Parse(server.URL)
		budget := body.NewBudget(body.DefaultBytes)
		x := newExchangeIn(&request{Request: tap.Request{Method: "GET"}, url: address, timeout: 2 * time.Second}, budget)
		perform(context.Background(), &http.Transport{}, tap.New().Access(), x)
		reads := x.Reads.All()
		if x.Outcome != timedOut || x.Body.Len() != 40*64<<10 || x.Body.Held() != keptBytes {
			t.Errorf("got %s with %d of %d bytes", x.Outcome, x.Body.Held(), x.Body.Len())
		}
		if len(reads)%2 != 0 || reads[len(reads)-2] != keptBytes {
			t.Errorf("got reads %v", reads)
		}
		if used := budget.Used(); used > 128<<10 {
			t.Errorf("%d bytes are taken", used)
		}
	})
}

func TestClosedConnections(t *testing.T) {
	near, far := net.Pipe()
	defer func() { _, _ = near.Close(), far.Close() }()
	go func() { _, _ = io.Copy(io.Discard, far) }()
	broken := errors.New("write: broken pipe")
	for _, test := range []struct {
		name     string
		answer   func(attempt int, trace *httptrace.ClientTrace) error
		attempts int
		outcome  string
	}{
		{"one that was reused and accepted nothing is replaced, once", func(attempt int, trace *httptrace.ClientTrace) error {
			if attempt > 1 {
				return nil
			}
			trace.GotConn(httptrace.GotConnInfo{Conn: transport.NewConn(near), Reused: true})
			return broken
		}, 2, answered},
		{"one that the gateway had closed before is replaced", func(attempt int, _ *httptrace.ClientTrace) error {
			if attempt > 1 {
				return nil
			}
			return errors.New(staleConnection)
		}, 2, answered},
		{"one that was reused and accepted a byte is an outcome", func(_ int, trace *httptrace.ClientTrace) error {
			conn := transport.NewConn(near)
			trace.GotConn(httptrace.GotConnInfo{Conn: conn, Reused: true})
			_, _ = conn.Write([]byte{0})
			return broken
		}, 1, reset},
		{"a new one that accepted nothing is an outcome", func(_ int, trace *httptrace.ClientTrace) error {
			trace.GotConn(httptrace.GotConnInfo{Conn: transport.NewConn(near)})
			return broken
		}, 1, reset},
		{"two closed ones are an outcome", func(_ int, trace *httptrace.ClientTrace) error {
			trace.GotConn(httptrace.GotConnInfo{Conn: transport.NewConn(near), Reused: true})
			return broken
		}, 2, reset},
	} {
		t.Run("a closed connection: "+test.name, func(t *testing.T) {
			pool := &roundTripper{answer: test.answer}
			x := newExchange(&request{
				Request: tap.Request{Method: "POST", Body: "hello", HasBody: true},
				url:     &url.URL{Scheme: "http", Host: "a"}, timeout: time.Second,
			})
			perform(context.Background(), pool, tap.New().Access(), x)
			if pool.attempts != test.attempts || x.Outcome != test.outcome {
				t.Errorf("got %s after %d attempts", x.Outcome, pool.attempts)
			}
			for _, body := range pool.bodies {
				if body != "hello" {
					t.Errorf("an attempt had the body %q", body)
				}
			}
		})
	}
}
