package gateway

import (
	"context"
	"net/http"
	"sync"

	"go.k6.io/k6/v2/lib/netext/httpext"
)

// What scripts can read of their last answers: the start of each, and all of them together take no
// more than the budget. Beyond it a script can still read what an id needs.
const (
	maxReadableBytes    = 256 << 10
	readableBudgetBytes = 16 << 20
	alwaysReadableBytes = 8 << 10
)

// result is an exchange that has ended.
type result struct {
	exchange *exchange
	trail    *httpext.Trail
	// body is what the script can read; taken is what that takes from the budget.
	body  []byte
	taken int64
}

// sendAll sends requests concurrently and returns when all have ended, in the same order.
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
	x.reset(r, m.tap.Budget())
	ended := result{exchange: x}
	ended.trail = perform(ctx, pool, m.tap.Access(), x)
	m.keepReadable(&ended, m.tap.Record(&x.Exchange))
	x.Body.Free()
	x.Reads.Free()
	if r.Group != nil {
		x.repetition = m.groups.add(&x.Exchange)
	}
	return ended
}

// keepReadable keeps what the script can read. inFrame is the body as its frame holds it, or nil.
func (m *module) keepReadable(ended *result, inFrame []byte) {
	x := ended.exchange
	size := max(len(inFrame), x.Body.Len())
	if m.readable.Take(int64(min(size, maxReadableBytes))) {
		ended.taken = int64(min(size, maxReadableBytes))
		size = maxReadableBytes
	} else {
		size = alwaysReadableBytes
	}
	switch {
	case inFrame == nil:
		ended.body = x.Body.Prefix(size)
	case len(inFrame) <= size:
		ended.body = inFrame
	default:
		ended.body = append([]byte(nil), inFrame[:size]...)
	}
}

func (m *module) recycle(x *exchange) {
	x.free()
	m.exchanges.Put(x)
}
