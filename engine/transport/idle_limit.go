package transport

import (
	"errors"
	"net/http"
	"sync/atomic"
	"time"
)

// errNotReused is the write error of a pooled connection that must not be used again.
var errNotReused = errors.New("the pooled connection is not used again")

// minIdleLimit is the limit below which no connection is reused at all.
const minIdleLimit = time.Millisecond

// A request on a closing connection fails within a round trip: one that fails later had reached the
// gateway. Dialling takes one round trip, or more with TLS.
const (
	closingWait       = 50 * time.Millisecond
	closingRoundTrips = 3
)

// idleLimit is how long the connections of a pool may be idle and still be reused; it adapts to the
// target. Many servers close a connection without notice: right after an error, after any answer, or
// when it has been idle for less than idleTimeout. A request on it then fails, and it is unknown
// whether the gateway has received it.
type idleLimit struct {
	ns atomic.Int64
}

func newIdleLimit() *idleLimit {
	l := &idleLimit{}
	l.ns.Store(int64(idleTimeout))
	return l
}

// allows returns whether a connection may be reused after this idle time.
func (l *idleLimit) allows(idle time.Duration) bool {
	return int64(idle) < l.ns.Load()
}

// lower reduces the limit to half of the idle time after which a request failed.
func (l *idleLimit) lower(failedAfter time.Duration) {
	limit := failedAfter / 2
	if limit < minIdleLimit {
		limit = 0
	}
	for {
		current := l.ns.Load()
		if int64(limit) >= current || l.ns.CompareAndSwap(current, int64(limit)) {
			return
		}
	}
}

// MayClose returns whether servers are known to close the connection after such an answer, without
// notice: a busy server (429) does not, and HTTP/2 announces it.
func MayClose(response *http.Response) bool {
	status := response.StatusCode
	return status >= 400 && status != http.StatusTooManyRequests && response.ProtoMajor == 1
}
