package gateway

import (
	"crypto/tls"
	"net"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"go.k6.io/k6/v2/lib/netext/httpext"
)

// trace hears what the transport does with one request. The tracer of k6 gives http_req_* their
// usual meaning. Some calls come from goroutines of the transport, even after it has returned.
type trace struct {
	httpext.Tracer
	// narrow asks for a connection that takes in little at once.
	narrow bool
	// sentNs is when the first bytes of the request went to the connection.
	sentNs      atomic.Int64
	firstByteNs atomic.Int64
	connection  atomic.Pointer[connection]
}

// connection is what a request was sent on.
type connection struct {
	reused  bool
	patient *patientConn
	// idle is for how long it had no request before this one.
	idle time.Duration
	// before is how much had been written on it before the request.
	before int64
}

func (t *trace) client() *httptrace.ClientTrace {
	hooks := t.Trace()
	hooks.GotConn = func(info httptrace.GotConnInfo) {
		got := &connection{reused: info.Reused, patient: patientOf(info.Conn), idle: info.IdleTime}
		if got.patient != nil {
			got.before = got.patient.written.Load()
			if t.narrow {
				got.patient.narrow()
			}
			if info.Reused && !speaksHTTP2(info.Conn) && !got.patient.mayServe(info.IdleTime) {
				got.patient.refusing.Store(true) // nothing is written: perform tries another
			}
		}
		t.connection.Store(got)
		if speaksHTTP2(info.Conn) {
			// There, WroteHeaders comes once they are out, which may be late.
			t.sentNs.CompareAndSwap(0, sinceOrigin())
		}
		t.GotConn(info)
	}
	// With HTTP/1.1 the headers are in a buffer by then, and go out after it.
	hooks.WroteHeaders = func() { t.sentNs.CompareAndSwap(0, sinceOrigin()) }
	hooks.GotFirstResponseByte = func() {
		t.firstByteNs.CompareAndSwap(0, t.arrivedNs())
		t.GotFirstResponseByte()
	}
	return hooks
}

// arrivedNs is when the last bytes came on the connection of the request.
func (t *trace) arrivedNs() int64 {
	if conn := t.conn(); conn != nil {
		return conn.readNs.Load()
	}
	return sinceOrigin()
}

// conn is what the request was sent on; nil when there is none, or none of ours.
func (t *trace) conn() *patientConn {
	if used := t.connection.Load(); used != nil {
		return used.patient
	}
	return nil
}

func speaksHTTP2(conn net.Conn) bool {
	secured, ok := conn.(*tls.Conn)
	return ok && secured.ConnectionState().NegotiatedProtocol == "h2"
}

func (t *trace) connected() bool {
	return t.connection.Load() != nil
}

// nothingSent says whether the request found a kept connection dead, before a byte of it was out.
func (t *trace) nothingSent() bool {
	used := t.connection.Load()
	return used != nil && used.reused && used.patient != nil && used.patient.written.Load() == used.before
}

// refused says whether the request met a kept connection that is not used again.
func (t *trace) refused() bool {
	used := t.connection.Load()
	return used != nil && used.patient != nil && used.patient.refusing.Load()
}

// metClosing says whether the request broke on a kept connection that the gateway may have been
// closing before it came: at once, and without a byte of an answer.
func (t *trace) metClosing(endNs int64) bool {
	used := t.connection.Load()
	if used == nil || !used.reused || used.patient == nil || t.firstByteNs.Load() != 0 {
		return false
	}
	return endNs-t.sentNs.Load() <= int64(closingWait)+closingRoundTrip*used.patient.dialNs
}

// learn lets the pool keep connections for a shorter time, after one that was closed.
func (t *trace) learn() {
	if used := t.connection.Load(); used.patient.reuse != nil {
		used.patient.reuse.lost(used.idle)
	}
}
