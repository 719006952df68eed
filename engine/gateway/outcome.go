package gateway

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
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

// Reasons of ours for ending an exchange early.
var (
	errTimedOut = errors.New("the deadline of the request passed")
	errLeft     = errors.New("left on purpose")
	errOversize = errors.New("the answer is larger than what is held")
)

// headerTooLarge is how net/http begins to say so; it exports no error for it.
const headerTooLarge = "net/http: server response headers exceeded"

// outcomeOf says how an exchange ended.
// runEnded is true when the context of the virtual user is cancelled, which only the end of the
// run does.
func outcomeOf(err error, cause error, runEnded, connected, hasStatus bool) string {
	switch {
	case err == nil:
		return answered
	case errors.Is(cause, errLeft):
		return aborted
	case errors.Is(cause, errOversize) || strings.HasPrefix(err.Error(), headerTooLarge):
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

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout()
}

// failureOf is what the transport said, for a reader of the report.
func failureOf(err, cause error) string {
	for _, ours := range []error{errTimedOut, errLeft, errOversize} {
		if errors.Is(cause, ours) {
			return ours.Error()
		}
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "the connection closed before the end of the body"
	}
	return err.Error()
}
