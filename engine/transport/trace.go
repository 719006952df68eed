package transport

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http/httptrace"
	"net/textproto"
	"sync/atomic"
	"time"

	"go.k6.io/k6/v2/lib/netext/httpext"

	"assay/engine/clock"
)

// maxInterim is more interim responses than a gateway sends that will answer. Without this limit of
// our own, net/http fails after five, which some gateways send while a model works.
const maxInterim = 256

// ErrOnlyInterim is the failure when interim responses do not end.
var ErrOnlyInterim = errors.New("interim responses (1xx) without an end")

// Trace follows one request through the transport. The tracer of k6 gives http_req_* their usual
// meaning. Some callbacks come from goroutines of the transport, even after it has returned.
type Trace struct {
	httpext.Tracer
	// SlowReader requests a connection with a small receive buffer.
	SlowReader bool
	// sentNs is when the first bytes of the request went to the connection.
	sentNs      atomic.Int64
	firstByteNs atomic.Int64
	connection  atomic.Pointer[connection]
	interim     atomic.Int64
}

// connection is what a request was sent on.
type connection struct {
	reused bool
	conn   *Conn
	// idle is how long it had no request before this one.
	idle time.Duration
	// writtenBefore is how much had been written on it before the request.
	writtenBefore int64
	// scan is of the head of the response; nil with HTTP/2, whose heads are of another form.
	scan *headScan
}

// Client returns the callbacks for net/http.
func (t *Trace) Client() *httptrace.ClientTrace {
	callbacks := t.Trace()
	callbacks.GotConn = func(info httptrace.GotConnInfo) {
		used := &connection{reused: info.Reused, conn: unwrap(info.Conn), idle: info.IdleTime}
		if used.conn != nil {
			used.writtenBefore = used.conn.written.Load()
			if visible, ok := info.Conn.(interface{ await(*headScan) }); ok {
				used.scan = &headScan{}
				visible.await(used.scan)
			}
			if t.SlowReader {
				used.conn.shrinkReadBuffer()
			}
			if info.Reused && !speaksHTTP2(info.Conn) && !used.conn.isReusable(info.IdleTime) {
				used.conn.rejectsWrites.Store(true) // nothing is written: the caller tries another one
			}
		}
		t.connection.Store(used)
		if speaksHTTP2(info.Conn) {
			// Here, WroteHeaders comes after the headers were sent, which may be late.
			t.sentNs.CompareAndSwap(0, clock.NowNs())
		}
		t.GotConn(info)
	}
	// With HTTP/1.1 the headers are in a buffer at this moment, and are sent after it.
	callbacks.WroteHeaders = func() { t.sentNs.CompareAndSwap(0, clock.NowNs()) }
	callbacks.Got1xxResponse = func(int, textproto.MIMEHeader) error {
		if t.interim.Add(1) > maxInterim {
			return ErrOnlyInterim
		}
		return nil
	}
	callbacks.GotFirstResponseByte = func() {
		t.firstByteNs.CompareAndSwap(0, t.LastReadNs())
		t.GotFirstResponseByte()
	}
	return callbacks
}

// SentNs is when the first bytes of the request went to the connection; 0 if none did.
func (t *Trace) SentNs() int64 {
	return t.sentNs.Load()
}

// FirstByteNs is when the first byte of the answer came; 0 if none did.
func (t *Trace) FirstByteNs() int64 {
	return t.firstByteNs.Load()
}

// LastReadNs is when the last read from the connection of the request returned.
func (t *Trace) LastReadNs() int64 {
	if conn := t.Conn(); conn != nil {
		return conn.readNs.Load()
	}
	return clock.NowNs()
}

// HeadError is what is not HTTP in the head of the response although net/http accepts it. Call it once the
// response is there.
func (t *Trace) HeadError() error {
	if used := t.connection.Load(); used != nil && used.scan != nil {
		return used.scan.err
	}
	return nil
}

// Conn is the connection of the request; nil when there is none, or none from Pools.
func (t *Trace) Conn() *Conn {
	if used := t.connection.Load(); used != nil {
		return used.conn
	}
	return nil
}

func speaksHTTP2(conn net.Conn) bool {
	secured, ok := conn.(*tls.Conn)
	return ok && secured.ConnectionState().NegotiatedProtocol == "h2"
}

// HasConnection returns whether the request got a connection.
func (t *Trace) HasConnection() bool {
	return t.connection.Load() != nil
}

// MetClosed returns whether the request found a reused connection closed, before a byte of it was
// sent.
func (t *Trace) MetClosed() bool {
	used := t.connection.Load()
	return used != nil && used.reused && used.conn != nil && used.conn.written.Load() == used.writtenBefore
}

// MetRetired returns whether the request got a reused connection that must not be used again.
func (t *Trace) MetRetired() bool {
	used := t.connection.Load()
	return used != nil && used.conn != nil && used.conn.rejectsWrites.Load()
}

// MetClosing returns whether the request failed on a reused connection that the gateway may have been
// closing already: immediately, and without a byte of an answer.
func (t *Trace) MetClosing(endNs int64) bool {
	used := t.connection.Load()
	if used == nil || !used.reused || used.conn == nil || t.firstByteNs.Load() != 0 {
		return false
	}
	return endNs-t.sentNs.Load() <= int64(closingWait)+closingRoundTrips*used.conn.dialNs
}

// LowerIdleLimit makes the pool reuse connections only after shorter idle times, once a request has
// met a closing one.
func (t *Trace) LowerIdleLimit() {
	if used := t.connection.Load(); used.conn.idleLimit != nil {
		used.conn.idleLimit.lower(used.idle)
	}
}
