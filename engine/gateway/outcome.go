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

// The reasons for which this package ends an exchange early.
var (
	errTimedOut     = errors.New("the request timed out")
	errDisconnected = errors.New("the client disconnected on purpose")
	errOversize     = errors.New("the answer is too large")
)

// headerTooLarge is how the error of net/http begins; it exports no error value for it.
const headerTooLarge = "net/http: server response headers exceeded"

// outcomeOf returns how an exchange ended. runEnded is true when the context of the virtual user is
// cancelled, which only the end of the run does.
func outcomeOf(err error, cause error, runEnded, connected, hasStatus bool) string {
	switch {
	case err == nil:
		return answered
	case errors.Is(cause, errDisconnected):
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

// failureOf describes the error, for readers of the report.
func failureOf(err, cause error) string {
	for _, ours := range []error{errTimedOut, errDisconnected, errOversize} {
		if errors.Is(cause, ours) {
			return ours.Error()
		}
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "the connection closed before the end of the body"
	}
	return err.Error()
}
