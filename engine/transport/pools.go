// Package transport holds the connections of all virtual users, and times what requests do on them.
package transport

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/lib/netext"

	"assay/engine/access"
	"assay/engine/clock"
)

// idleTimeout is how long a connection without a request is kept. Servers close theirs after a while,
// many after 5 s; a request at that moment fails, and it is unknown whether the gateway has received
// it.
const idleTimeout = 4 * time.Second

// maxIdlePerHost limits the idle connections; no run has more requests in flight.
const maxIdlePerHost = 1 << 16

// What the transport holds of an answer that is not read yet: the headers, as many as the judging
// process accepts from a probe, and with HTTP/2 what a slow reader has not taken.
const (
	maxHeaderBytes    = 64 << 10
	streamBufferBytes = 256 << 10
)

// Pools are the connections of the virtual users. Users share one pool: k6 gives each its own, where
// with many users nearly every request finds a connection that was idle for too long, and opens one.
type Pools struct {
	mu sync.Mutex
	// byLocalAddress holds a pool for each local address: the option localIPs gives each user one.
	byLocalAddress map[string]http.RoundTripper
}

// NewPools returns pools without connections.
func NewPools() *Pools {
	return &Pools{byLocalAddress: map[string]http.RoundTripper{}}
}

// For returns the pool of a virtual user, with connections as the target needs them. One that must close its connections after each iteration
// (noVUConnectionReuse) keeps its own, as only k6 knows when an iteration ends.
func (p *Pools) For(state *lib.State, target *access.Access) http.RoundTripper {
	own, ok := state.Transport.(*http.Transport)
	if !ok {
		return state.Transport
	}
	own.Proxy = target.ProxyFunc(own.Proxy)
	own.TLSClientConfig = target.Secured(own.TLSClientConfig)
	own.MaxResponseHeaderBytes = maxHeaderBytes
	dialer, _ := state.Dialer.(*netext.Dialer)
	if !target.HTTP2 && (dialer == nil || state.Options.NoVUConnectionReuse.Bool) {
		configure(own, dialer, target)
		return own
	}
	local := ""
	if dialer != nil && dialer.LocalAddr != nil {
		local = dialer.LocalAddr.String()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byLocalAddress[local] == nil {
		shared := own.Clone()
		if target.HTTP2 {
			p.byLocalAddress[local] = newHTTP2Pool(shared, dialer, target)
		} else {
			shared.MaxIdleConns, shared.MaxIdleConnsPerHost = 0, maxIdlePerHost
			configure(shared, dialer, target)
			p.byLocalAddress[local] = shared
		}
	}
	return p.byLocalAddress[local]
}

// configure makes a transport that is not in use yet open connections of type Conn, and close idle
// ones before a gateway does. They are dialled as k6 does it.
func configure(transport *http.Transport, dialer *netext.Dialer, target *access.Access) {
	dial := ProcessAddresses.reach(dialOf(transport, dialer), dialer, target)
	transport.IdleConnTimeout = idleTimeout
	limit, proxies := newIdleLimit(), transport.Proxy
	transport.Proxy = ofMessages(proxies)
	transport.DialContext = pooled(dial, limit)
	transport.DialTLSContext = dialTLS(transport, pooled(throughProxy(dial, proxies, "https"), limit))
}

func dialOf(transport *http.Transport, dialer *netext.Dialer) dialFunc {
	if dialer == nil {
		return transport.DialContext
	}
	return withoutCounters(dialer).DialContext
}

// pooled returns dial for connections of type Conn.
func pooled(dial dialFunc, limit *idleLimit) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		dialedNs := clock.NowNs()
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return newPooledConn(conn, limit, clock.NowNs()-dialedNs), nil
	}
}

// withoutCounters returns a dialer that opens the same connections but counts for no virtual user.
func withoutCounters(dialer *netext.Dialer) *netext.Dialer {
	return &netext.Dialer{
		Dialer: dialer.Dialer, Resolver: dialer.Resolver, Blacklist: dialer.Blacklist,
		BlockedHostnames: dialer.BlockedHostnames, Hosts: dialer.Hosts,
	}
}
