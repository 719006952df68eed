package gateway

import (
	"errors"
	"net/http"
	"sync/atomic"
	"time"
)

// errNotReused is what a kept connection that is not to be used again says to the next request.
var errNotReused = errors.New("the kept connection is not used again")

// leastIdle is a bound below which it is told of no connection that it may be used again.
const leastIdle = time.Millisecond

// A request that meets a closing connection hears of it within a round trip: one that breaks later
// was in the gateway's hands. A dial takes one round trip, or more with TLS.
const (
	closingWait      = 50 * time.Millisecond
	closingRoundTrip = 3
)

// reuse learns for how long the connections of a pool may be kept. Many servers close one without
// saying so: right after an error, after any answer, or when it has been idle for less than keptFor.
// What is sent on it then breaks, and nobody can tell whether the gateway has seen it.
type reuse struct {
	idleNs atomic.Int64
}

func newReuse() *reuse {
	r := &reuse{}
	r.idleNs.Store(int64(keptFor))
	return r
}

// allows says whether a connection may be used again after it was idle for so long.
func (r *reuse) allows(idle time.Duration) bool {
	return int64(idle) < r.idleNs.Load()
}

// lost is told of a request that broke on a connection that had been idle for so long: from now on
// none is used again after half of that.
func (r *reuse) lost(idle time.Duration) {
	bound := idle / 2
	if bound < leastIdle {
		bound = 0
	}
	for {
		now := r.idleNs.Load()
		if int64(bound) >= now || r.idleNs.CompareAndSwap(now, int64(bound)) {
			return
		}
	}
}

// mayClose says whether servers are known to close the connection after such an answer, without a
// word: one that is busy (429) does not, and HTTP/2 says so.
func mayClose(response *http.Response) bool {
	status := response.StatusCode
	return status >= 400 && status != http.StatusTooManyRequests && response.ProtoMajor == 1
}
