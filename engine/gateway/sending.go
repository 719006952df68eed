package gateway

import (
	"context"
	"net/http"
	"sync"

	"go.k6.io/k6/v2/lib/netext/httpext"
)

// maxPooledBytes is the largest body buffer that is kept for the next exchange.
const maxPooledBytes = 1 << 20

// sent is an exchange that is over.
type sent struct {
	exchange *exchange
	trail    *httpext.Trail
	// body is what the script may look into.
	body []byte
}

// sendAll sends requests at once and returns when all are over, in the same order.
func (m *module) sendAll(ctx context.Context, transport http.RoundTripper, requests []*request) []sent {
	all := make([]sent, len(requests))
	if len(requests) == 1 {
		all[0] = m.sendOne(ctx, transport, requests[0])
		return all
	}
	var group sync.WaitGroup
	for n, r := range requests {
		group.Go(func() { all[n] = m.sendOne(ctx, transport, r) })
	}
	group.Wait()
	return all
}

func (m *module) sendOne(ctx context.Context, transport http.RoundTripper, r *request) sent {
	x, _ := m.exchanges.Get().(*exchange)
	x.clear()
	x.request = r
	x.intendedNs = r.intendedNs
	done := sent{exchange: x}
	done.trail = perform(ctx, transport, m.tap, x)
	done.body = m.tap.exchange(x)
	if r.group != nil {
		m.groups.add(*r.group)
	}
	if done.body == nil && len(x.body) > 0 {
		done.body = append([]byte(nil), x.body...) // the buffer goes back to its pool
	}
	return done
}

func (m *module) forget(x *exchange) {
	if cap(x.body) <= maxPooledBytes {
		m.exchanges.Put(x)
	}
}
