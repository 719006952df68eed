package transport

import (
	"errors"
	"io"
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
	// begun is closed once the head of the request was written; stream is then set with HTTP/2.
	begun  chan struct{}
	stream *stream
	// bodyNs is when the bytes came that the body has returned last, with HTTP/2.
	bodyNs atomic.Int64
}

// connection is what a request was sent on.
type connection struct {
	reused bool
	conn   *Conn
	// http2 is the connection again where that carries HTTP/2.
	http2 *http2Conn
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
	t.begun = make(chan struct{})
	callbacks.GotConn = func(info httptrace.GotConnInfo) {
		used := &connection{reused: info.Reused, conn: unwrap(info.Conn), idle: info.IdleTime}
		used.http2, _ = info.Conn.(*http2Conn)
		if used.conn != nil {
			used.writtenBefore = used.conn.written.Load()
			if visible, ok := info.Conn.(interface{ await(*headScan) }); ok {
				used.scan = &headScan{}
				visible.await(used.scan)
			}
			if used.http2 == nil {
				t.takeOver(used, info)
			}
		}
		t.connection.Store(used)
		t.GotConn(info)
	}
	callbacks.WroteHeaders = func() {
		sentNs := clock.NowNs() // with HTTP/1.1 the headers are in a buffer at this moment, and are sent after it
		if used := t.connection.Load(); used != nil && used.http2 != nil {
			sentNs = 0
			if t.stream = used.http2.sent.Swap(nil); t.stream != nil {
				sentNs = t.stream.sentNs
			}
		}
		t.sentNs.CompareAndSwap(0, sentNs)
		close(t.begun)
	}
	callbacks.Got1xxResponse = func(int, textproto.MIMEHeader) error {
		if t.interim.Add(1) > maxInterim {
			return ErrOnlyInterim
		}
		return nil
	}
	callbacks.GotFirstResponseByte = func() {
		t.firstByteNs.CompareAndSwap(0, t.connectionReadNs())
		t.GotFirstResponseByte()
	}
	return callbacks
}

// takeOver prepares a connection for the one request that it has with HTTP/1.1.
func (t *Trace) takeOver(used *connection, info httptrace.GotConnInfo) {
	if t.SlowReader {
		used.conn.shrinkReadBuffer()
	}
	if info.Reused && !used.conn.isReusable(info.IdleTime) {
		used.conn.rejectsWrites.Store(true) // nothing is written: the caller tries another one
	}
}

// SentNs is when the first bytes of the request went to the connection; 0 if none did.
func (t *Trace) SentNs() int64 {
	return t.sentNs.Load()
}

// FirstByteNs is when the first byte of the answer came; 0 if none did.
func (t *Trace) FirstByteNs() int64 {
	return t.firstByteNs.Load()
}

// Timed returns a body whose reads LastReadNs has the times of.
func (t *Trace) Timed(body io.Reader) io.Reader {
	if used := t.connection.Load(); used != nil && used.http2 != nil {
		return &streamBody{Reader: body, trace: t}
	}
	return body
}

// LastReadNs is when the read from the connection returned that brought the last bytes of the body.
func (t *Trace) LastReadNs() int64 {
	if ns := t.bodyNs.Load(); ns != 0 {
		return ns
	}
	return t.connectionReadNs()
}

func (t *Trace) connectionReadNs() int64 {
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

// HasConnection returns whether the request got a connection.
func (t *Trace) HasConnection() bool {
	return t.connection.Load() != nil
}

// MetClosed returns whether the request found a reused connection closed, before a byte of it was
// sent.
func (t *Trace) MetClosed() bool {
	used := t.connection.Load()
	if used == nil || !used.reused || used.conn == nil {
		return false
	}
	if used.http2 != nil {
		return t.sentNs.Load() == 0 // others write on it too
	}
	return used.conn.written.Load() == used.writtenBefore
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
	if used == nil || !used.reused || used.conn == nil || used.http2 != nil || t.firstByteNs.Load() != 0 {
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
