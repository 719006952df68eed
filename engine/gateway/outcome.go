package gateway

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"

	"assay/engine/transport"
)

// Outcomes of an exchange, as in src/exchange/exchange.ts.
const (
	answered  = "answered"
	refused   = "refused"
	reset     = "reset"
	timedOut  = "timed-out"
	truncated = "truncated"
	aborted   = "aborted"
	cutByEnd  = "cut-by-end"
	oversize  = "oversize"
)

// The reasons for which this package ends an exchange early.
var (
	errTimedOut     = errors.New("the request timed out")
	errDisconnected = errors.New("the client disconnected on purpose")
	errOversize     = errors.New("the answer is too large")
	errNoMemory     = errors.New("the load generator has no memory left for the answer")
)

// What is too large of an answer.
var (
	errTooManyEvents = fmt.Errorf("%w: more than %d events", errOversize, maxEvents)
	errTooManyReads  = fmt.Errorf("%w: it came in more than %d reads", errOversize, maxReads)
)

// headersTooLarge are texts in the errors of net/http and net/http2; they export no error values for them. With
// HTTP/2, headers that are much larger break the connection instead.
var headersTooLarge = []string{
	"net/http: server response headers exceeded",
	"http2: response header list larger than advertised limit",
}

func hasTooLargeHeaders(err error) bool {
	return slices.ContainsFunc(headersTooLarge, func(text string) bool { return strings.Contains(err.Error(), text) })
}

// outcomeOf returns how an exchange ended. runEnded is true when the context of the virtual user is
// cancelled, which only the end of the run does.
func outcomeOf(err error, cause error, runEnded, connected, hasStatus bool) string {
	switch {
	case err == nil:
		return answered
	case errors.Is(cause, errDisconnected):
		return aborted
	case errors.Is(cause, errOversize) || errors.Is(cause, errNoMemory) || hasTooLargeHeaders(err):
		return oversize
	case errors.Is(cause, errTimedOut):
		return timedOut
	case runEnded:
		return cutByEnd
	case hasStatus:
		return truncated
	case isTimeout(err):
		return timedOut
	case !connected:
		return refused
	default:
		return reset
	}
}

// isUnjudged returns whether an outcome leaves a part of an answer that no rule judges, as in
// src/exchange/capture.ts.
func isUnjudged(outcome string) bool {
	return outcome == timedOut || outcome == cutByEnd || outcome == oversize
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout()
}

// failureOf describes the error, for readers of the report.
func failureOf(err, cause error) string {
	for _, ours := range []error{errTimedOut, errDisconnected, errOversize, errNoMemory} {
		if errors.Is(cause, ours) {
			return cause.Error()
		}
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "the connection closed before the end of the body"
	}
	return cmp.Or(transport.HTTP2Failure(err), err.Error())
}
