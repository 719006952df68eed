package gateway

import (
	"context"
	"crypto/tls"
	"net"
	"net/http/httptrace"
	"sync/atomic"

	"go.k6.io/k6/v2/lib/netext/httpext"
)

// trace hears what the transport does with one request. The tracer of k6 gives http_req_* their
// usual meaning. Some calls come from goroutines of the transport, even after it has returned.
type trace struct {
	httpext.Tracer
	cancel      context.CancelCauseFunc
	firstByteNs atomic.Int64
	connected   atomic.Bool
	wrote       atomic.Bool
}

func (t *trace) client() *httptrace.ClientTrace {
	hooks := t.Trace()
	hooks.GotConn = func(info httptrace.GotConnInfo) {
		if t.wrote.Load() && !isHTTP2(info.Conn) {
			// The transport is about to send the request again on another connection. What
			// became of the first sending is the outcome. HTTP/2 is another matter: there a
			// gateway can say that it has not looked at a request.
			t.cancel(errReplayed)
		}
		t.connected.Store(true)
		t.GotConn(info)
	}
	hooks.WroteRequest = func(info httptrace.WroteRequestInfo) {
		if info.Err == nil {
			t.wrote.Store(true)
		}
		t.WroteRequest(info)
	}
	hooks.GotFirstResponseByte = func() {
		t.firstByteNs.CompareAndSwap(0, sinceOrigin())
		t.GotFirstResponseByte()
	}
	return hooks
}

func isHTTP2(conn net.Conn) bool {
	secured, ok := conn.(*tls.Conn)
	return ok && secured.ConnectionState().NegotiatedProtocol == "h2"
}
