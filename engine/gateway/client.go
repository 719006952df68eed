package gateway

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptrace"
	"strings"
	"time"

	"go.k6.io/k6/v2/lib/netext/httpext"
)

// staleConnection is what net/http says when the server had closed a kept connection before the
// request was on it. It exports no error for it.
const staleConnection = "http: server closed idle connection"

// perform sends the request of x and reads its answer into it. It returns k6's account of the
// connection, for http_req_*.
func perform(virtualUser context.Context, transport http.RoundTripper, tap *tap, x *exchange) *httpext.Trail {
	ctx, cancel := context.WithCancelCause(virtualUser)
	defer cancel(nil)
	timer := deadline(x.request, cancel)
	defer timer.Stop()

	x.sendNs = sinceOrigin()
	hooks := &trace{narrow: x.request.readBytesPerSecond > 0}
	err := attempt(ctx, transport, tap, x, hooks)
	for metDead := false; err != nil && ctx.Err() == nil; {
		isDead := hooks.nothingSent() || err.Error() == staleConnection
		if !isDead || metDead {
			break
		}
		// The gateway never saw it: it is as if this request had opened its own connection. Any
		// number of connections may be kept that are not to be used again; one may be dead.
		metDead = !hooks.refused()
		hooks = &trace{narrow: hooks.narrow}
		err = attempt(ctx, transport, tap, x, hooks)
	}
	if errors.Is(err, errLeft) || errors.Is(err, errOversize) {
		cancel(err) // closes the connection rather than reading on
	}
	x.endNs = sinceOrigin()
	if sentNs := hooks.sentNs.Load(); sentNs != 0 {
		x.sendNs = sentNs
	}
	x.firstByteNs = hooks.firstByteNs.Load()
	x.conn = hooks.conn()
	x.outcome = outcomeOf(err, context.Cause(ctx), virtualUser.Err() != nil, hooks.connected(), x.status != 0)
	if x.outcome == reset && hooks.metClosing(x.endNs) {
		x.metClosing = true
		hooks.learn()
	}
	if err != nil {
		x.failure = failureOf(err, context.Cause(ctx))
	}
	return hooks.Done()
}

func deadline(r *request, cancel context.CancelCauseFunc) *time.Timer {
	wait, reason := r.timeout, errTimedOut
	if r.leaveAfter > 0 && r.leaveAfter < wait {
		wait, reason = r.leaveAfter, errLeft
	}
	return time.AfterFunc(wait, func() { cancel(reason) })
}

func attempt(
	ctx context.Context, transport http.RoundTripper, tap *tap, x *exchange, hooks *trace,
) error {
	authorization := tap.keys.authorization(tap.access, x.request.credential)
	outgoing := newHTTPRequest(x.request, tap.access, authorization)
	response, err := transport.RoundTrip(outgoing.WithContext(httptrace.WithClientTrace(ctx, hooks.client())))
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	x.status, x.proto, x.headers = response.StatusCode, response.Proto, response.Header
	if conn := hooks.conn(); conn != nil && mayClose(response) {
		conn.spent.Store(true)
	}
	x.isStream = isEventStream(response.Header.Get("Content-Type"))
	pace, arrivedNs := x.request.readBytesPerSecond, hooks.arrivedNs
	if pace != 0 {
		arrivedNs = sinceOrigin // a slow reader has what it has read, not what has come
	}
	return x.read(paced(ctx, response.Body, pace), arrivedNs)
}

// newHTTPRequest makes no GetBody: with it, or without any body, net/http sends a GET or a request
// with an Idempotency-Key again by itself when a kept connection breaks, even if the gateway has
// seen it. A load generator that repeats requests unseen would hide what it measures.
func newHTTPRequest(r *request, a access, authorization string) *http.Request {
	outgoing := &http.Request{
		Method: r.method, URL: r.url, Host: r.url.Host,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: make(http.Header, len(r.headers)+1),
	}
	for _, h := range r.headers {
		outgoing.Header[h.name] = []string{a.filled(h.value, asItIs)}
	}
	if authorization != "" && a.Key != nil {
		outgoing.Header.Set(a.Key.Header, authorization)
	}
	outgoing.ContentLength = r.bodyBytes()
	outgoing.Body = r.openBody()
	outgoing.Close = r.readBytesPerSecond > 0 // its connection is narrow: see trace
	return outgoing
}

func isEventStream(contentType string) bool {
	mediaType, _, _ := strings.Cut(contentType, ";")
	return strings.EqualFold(strings.TrimSpace(mediaType), "text/event-stream")
}
