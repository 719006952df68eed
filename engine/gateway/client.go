package gateway

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/http/httptrace"
	"strings"
	"time"

	"go.k6.io/k6/v2/lib/netext/httpext"

	"assay/engine/access"
	"assay/engine/clock"
	"assay/engine/transport"
)

// staleConnection is the error of net/http when the server had closed a pooled connection before the
// request was written to it. net/http exports no error value for it.
const staleConnection = "http: server closed idle connection"

// perform sends the request of x and reads its answer into x. It returns k6's data about the
// connection, for http_req_*.
func perform(virtualUser context.Context, pool http.RoundTripper, target *access.Access, x *exchange) *httpext.Trail {
	ctx, cancel := context.WithCancelCause(virtualUser)
	defer cancel(nil)
	timer := startDeadline(x.request, cancel)
	defer timer.Stop()

	x.SendNs = clock.NowNs()
	trace := &transport.Trace{SlowReader: x.Request.ReadBytesPerSecond > 0}
	err := attempt(ctx, pool, target, x, trace)
	for foundClosed := false; err != nil && ctx.Err() == nil; {
		isClosed := trace.MetClosed() || err.Error() == staleConnection || transport.IsUnseen(err)
		if !isClosed || foundClosed {
			break
		}
		// The gateway never received it: this is as if the request had opened its own connection. The
		// pool may have any number of retired connections; only one may be closed, unless a proxy closes them.
		foundClosed = !trace.MetRetired() && !target.IsRelayed(x.request.url)
		trace = &transport.Trace{SlowReader: trace.SlowReader}
		err = attempt(ctx, pool, target, x, trace)
	}
	if errors.Is(err, errDisconnected) || errors.Is(err, errOversize) || errors.Is(err, errNoMemory) {
		cancel(err) // closes the connection instead of reading on
	}
	x.IsLost = errors.Is(err, errNoMemory)
	x.EndNs = clock.NowNs()
	if sentNs := trace.SentNs(); sentNs != 0 {
		x.SendNs = sentNs
	}
	x.FirstByteNs = trace.FirstByteNs()
	x.conn = trace.Conn()
	x.Outcome = outcomeOf(err, context.Cause(ctx), virtualUser.Err() != nil, trace.HasConnection(), x.Status != 0)
	if x.Outcome == reset && trace.MetClosing(x.EndNs) {
		x.MetClosing = true
		trace.LowerIdleLimit()
	}
	if isUnjudged(x.Outcome) {
		x.keepBeginning()
	}
	if err != nil {
		x.Failure = failureOf(err, context.Cause(ctx))
		if x.NotHTTP = notHTTPIn(err); x.NotHTTP != "" && (x.Outcome == reset || x.Outcome == truncated) {
			x.Failure = notHTTP
		}
	}
	return trace.Done()
}

// startDeadline cancels the request at its timeout, or earlier if the client is to disconnect.
func startDeadline(r *request, cancel context.CancelCauseFunc) *time.Timer {
	wait, reason := r.timeout, errTimedOut
	if r.disconnectAfter > 0 && r.disconnectAfter < wait {
		wait, reason = r.disconnectAfter, errDisconnected
	}
	return time.AfterFunc(wait, func() { cancel(reason) })
}

func attempt(
	ctx context.Context, pool http.RoundTripper, target *access.Access, x *exchange, trace *transport.Trace,
) error {
	outgoing := newHTTPRequest(x.request, target)
	// No other request may use the small receive buffer of a slow reader; with HTTP/2 each stream has a window of its own.
	outgoing.Close = trace.SlowReader && !target.HTTP2
	response, err := pool.RoundTrip(outgoing.WithContext(httptrace.WithClientTrace(ctx, trace.Client())))
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if err := cmp.Or(checkStatus(response), trace.HeadError()); err != nil {
		if conn := trace.Conn(); conn != nil {
			conn.Retire()
		}
		return err
	}
	x.Status, x.proto, x.Headers = response.StatusCode, response.Proto, response.Header
	x.IsHTTP2 = response.ProtoMajor == 2
	if conn := trace.Conn(); conn != nil && transport.MayClose(response) {
		conn.Retire()
	}
	x.IsStream = isEventStream(response.Header.Get("Content-Type"))
	rate, readNs := x.Request.ReadBytesPerSecond, trace.LastReadNs
	if rate != 0 {
		readNs = clock.NowNs // the times of a slow reader are those of its reads, not of the arrivals
	}
	return x.readBody(throttled(ctx, trace.Timed(response.Body), rate), readNs)
}

// newHTTPRequest sets no GetBody: with it, or without any body, net/http sends a GET or a request
// with an Idempotency-Key again on its own when a pooled connection breaks, even if the gateway has
// received it. A load generator that repeats requests silently would hide what it measures.
func newHTTPRequest(r *request, target *access.Access) *http.Request {
	outgoing := &http.Request{
		Method: r.Method, URL: r.url, Host: r.url.Host,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: make(http.Header, len(r.Headers)+1),
	}
	for _, h := range r.Headers {
		outgoing.Header[h.Name] = []string{target.FilledHeader(h.Value)}
	}
	if authorization := target.Authorization(r.Credential); authorization != "" && target.Key != nil {
		outgoing.Header.Set(target.Key.Header, authorization)
	}
	outgoing.ContentLength = r.bodyBytes()
	outgoing.Body = r.openBody()
	return outgoing
}

func isEventStream(contentType string) bool {
	mediaType, _, _ := strings.Cut(contentType, ";")
	return strings.EqualFold(strings.TrimSpace(mediaType), "text/event-stream")
}
