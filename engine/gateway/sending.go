package gateway

import (
	"context"
	"net/http"
	"sync"

	"go.k6.io/k6/v2/lib/netext/httpext"
)

// maxPooledBytes is the largest body buffer that is kept for the next exchange.
const maxPooledBytes = 1 << 20

// result is an exchange that has ended.
type result struct {
	exchange *exchange
	trail    *httpext.Trail
	// body is what the script can read.
	body []byte
}

// sendAll sends requests at once and returns when all have ended, in the same order.
func (m *module) sendAll(ctx context.Context, pool http.RoundTripper, requests []*request) []result {
	results := make([]result, len(requests))
	if len(requests) == 1 {
		results[0] = m.sendOne(ctx, pool, requests[0])
		return results
	}
	var group sync.WaitGroup
	for n, r := range requests {
		group.Go(func() { results[n] = m.sendOne(ctx, pool, r) })
	}
	group.Wait()
	return results
}

func (m *module) sendOne(ctx context.Context, pool http.RoundTripper, r *request) result {
	x, _ := m.exchanges.Get().(*exchange)
	x.reset(r)
	ended := result{exchange: x}
	ended.trail = perform(ctx, pool, m.tap.Access(), x)
	ended.body = m.tap.Record(&x.Exchange)
	if r.Group != nil {
		m.groups.add(*r.Group)
	}
	if ended.body == nil && len(x.Body) > 0 {
		ended.body = append([]byte(nil), x.Body...) // the buffer returns to its pool
	}
	return ended
}

func (m *module) recycle(x *exchange) {
	if cap(x.Body) <= maxPooledBytes {
		m.exchanges.Put(x)
	}
}
