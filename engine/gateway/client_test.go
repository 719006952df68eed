package gateway

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"testing"
	"time"
)

// roundTripper answers each sending by a function of its number, counted from 1.
type roundTripper struct {
	sendings int
	bodies   []string
	answer   func(sending int, trace *httptrace.ClientTrace) error
}

func (r *roundTripper) RoundTrip(request *http.Request) (*http.Response, error) {
	r.sendings++
	body, _ := io.ReadAll(request.Body)
	r.bodies = append(r.bodies, string(body))
	if err := r.answer(r.sendings, httptrace.ContextClientTrace(request.Context())); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: 200, Proto: "HTTP/1.1", Body: io.NopCloser(strings.NewReader("{}"))}, nil
}

func TestDeadConnections(t *testing.T) {
	near, far := net.Pipe()
	defer func() { _, _ = near.Close(), far.Close() }()
	broken := errors.New("write: broken pipe")
	for _, test := range []struct {
		name     string
		answer   func(sending int, trace *httptrace.ClientTrace) error
		sendings int
		outcome  string
	}{
		{"one that was kept and has taken nothing is opened anew, once", func(sending int, trace *httptrace.ClientTrace) error {
			if sending > 1 {
				return nil
			}
			trace.GotConn(httptrace.GotConnInfo{Conn: &patientConn{Conn: near}, Reused: true})
			return broken
		}, 2, answered},
		{"one that the gateway had closed before is opened anew", func(sending int, _ *httptrace.ClientTrace) error {
			if sending > 1 {
				return nil
			}
			return errors.New(staleConnection)
		}, 2, answered},
		{"one that was kept and has taken a byte is an outcome", func(_ int, trace *httptrace.ClientTrace) error {
			conn := &patientConn{Conn: near}
			trace.GotConn(httptrace.GotConnInfo{Conn: conn, Reused: true})
			conn.written.Add(1)
			return broken
		}, 1, reset},
		{"a new one that has taken nothing is an outcome", func(_ int, trace *httptrace.ClientTrace) error {
			trace.GotConn(httptrace.GotConnInfo{Conn: &patientConn{Conn: near}})
			return broken
		}, 1, reset},
		{"two that are dead are an outcome", func(_ int, trace *httptrace.ClientTrace) error {
			trace.GotConn(httptrace.GotConnInfo{Conn: &patientConn{Conn: near}, Reused: true})
			return broken
		}, 2, reset},
	} {
		t.Run("a dead connection: "+test.name, func(t *testing.T) {
			transport := &roundTripper{answer: test.answer}
			x := &exchange{request: &request{method: "POST", url: &url.URL{Scheme: "http", Host: "a"}, text: "hello", hasText: true, timeout: time.Second}}
			perform(context.Background(), transport, newTap(), x)
			if transport.sendings != test.sendings || x.outcome != test.outcome {
				t.Errorf("got %s after %d sendings", x.outcome, transport.sendings)
			}
			for _, body := range transport.bodies {
				if body != "hello" {
					t.Errorf("a sending had the body %q", body)
				}
			}
		})
	}
}
