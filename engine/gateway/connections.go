package gateway

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/lib/netext"
)

// keptFor is how long a connection without a request is kept. Servers close theirs after a while,
// many after 5 s; a request that meets that moment breaks, and nobody can tell whether the gateway
// has seen it.
const keptFor = 4 * time.Second

// keptPerHost bounds what is kept; no run has more in flight.
const keptPerHost = 1 << 16

// connections is what virtual users send on. They share one pool: k6 gives each its own, where with
// many users nearly every request meets a connection that has been idle for too long, and opens one.
type connections struct {
	mu sync.Mutex
	// byLocal holds a pool for each local address: the option localIPs gives users one each.
	byLocal map[string]*http.Transport
}

// of returns the pool of a virtual user. One that must let go of its connections after each
// iteration (noVUConnectionReuse) keeps its own, as only k6 can tell when that is.
func (c *connections) of(state *lib.State) http.RoundTripper {
	own, ok := state.Transport.(*http.Transport)
	if !ok {
		return state.Transport
	}
	dialer, _ := state.Dialer.(*netext.Dialer)
	if dialer == nil || state.Options.NoVUConnectionReuse.Bool {
		prepare(own, dialer)
		return own
	}
	local := ""
	if dialer.LocalAddr != nil {
		local = dialer.LocalAddr.String()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	shared := c.byLocal[local]
	if shared == nil {
		shared = own.Clone()
		shared.MaxIdleConns, shared.MaxIdleConnsPerHost = 0, keptPerHost
		prepare(shared, dialer)
		c.byLocal[local] = shared
	}
	return shared
}

// prepare gives a transport that is not in use yet connections that are patient, and lets go of
// them before a gateway does. They are opened as k6 does it.
func prepare(transport *http.Transport, dialer *netext.Dialer) {
	dial := transport.DialContext
	if dialer != nil {
		dial = uncounted(dialer).DialContext
	}
	transport.IdleConnTimeout = keptFor
	reuse := newReuse()
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		dialedNs := sinceOrigin()
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return newPatientConn(conn, reuse, sinceOrigin()-dialedNs), nil
	}
}

// uncounted returns a dialer that opens the same connections and counts for no virtual user.
func uncounted(dialer *netext.Dialer) *netext.Dialer {
	return &netext.Dialer{
		Dialer: dialer.Dialer, Resolver: dialer.Resolver, Blacklist: dialer.Blacklist,
		BlockedHostnames: dialer.BlockedHostnames, Hosts: dialer.Hosts,
	}
}

// countFor adds what a connection has carried since the last call to data_sent and data_received of
// a virtual user.
func (c *patientConn) countFor(dialer *netext.Dialer) {
	atomic.AddInt64(&dialer.BytesRead, c.received.Swap(0))
	atomic.AddInt64(&dialer.BytesWritten, c.sent.Swap(0))
}
