package gateway

import (
	"net/http/httptrace"
	"sync/atomic"

	"go.k6.io/k6/v2/lib/netext/httpext"
)

// trace hears what the transport does with one request. The tracer of k6 gives http_req_* their
// usual meaning. Some calls come from goroutines of the transport, even after it has returned.
type trace struct {
	httpext.Tracer
	// narrow asks for a connection that takes in little at once.
	narrow      bool
	firstByteNs atomic.Int64
	connection  atomic.Pointer[connection]
}

// connection is what a request was sent on.
type connection struct {
	reused  bool
	patient *patientConn
	// before is how much had been written on it before the request.
	before int64
}

func (t *trace) client() *httptrace.ClientTrace {
	hooks := t.Trace()
	hooks.GotConn = func(info httptrace.GotConnInfo) {
		got := &connection{reused: info.Reused, patient: patientOf(info.Conn)}
		if got.patient != nil {
			got.before = got.patient.written.Load()
			if t.narrow {
				got.patient.narrow()
			}
		}
		t.connection.Store(got)
		t.GotConn(info)
	}
	hooks.GotFirstResponseByte = func() {
		t.firstByteNs.CompareAndSwap(0, sinceOrigin())
		t.GotFirstResponseByte()
	}
	return hooks
}

func (t *trace) connected() bool {
	return t.connection.Load() != nil
}

// nothingSent says whether the request found a kept connection dead, before a byte of it was out.
func (t *trace) nothingSent() bool {
	used := t.connection.Load()
	return used != nil && used.reused && used.patient != nil && used.patient.written.Load() == used.before
}
