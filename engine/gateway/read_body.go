package gateway

import (
	"fmt"
	"io"
	"strings"
)

// What is kept of an answer. Each event with content and each read has a timestamp; the judging
// process holds them too.
const (
	maxTextBytes = 4 << 20
	maxBodyBytes = 16 << 20 // images and files
	maxEvents    = 32_768
	maxReads     = 65_536
)

// bodyReader reads the body of one answer, and stamps what it reads.
type bodyReader struct {
	exchange *exchange
	scanner  eventScanner
	content  contentCheck
	// atNs is the time of the current read.
	atNs  int64
	reads int
	// tokenRead is the read that brought the previous token.
	tokenRead int
}

// readBody reads the body to its end, stamps each read once with the time that readNs returns right
// after it, and finds the events of a stream as they arrive. It returns errDisconnected, or an error
// that is errOversize or errNoMemory, when it stops before the end.
func (x *exchange) readBody(body io.Reader, readNs func() int64) error {
	r := bodyReader{exchange: x, content: contentCheck{operation: x.Request.Operation}}
	r.scanner.onEvent = r.recordEvent
	for {
		room := x.Body.Room(r.scanner.open)
		if room == nil {
			return errNoMemory
		}
		// One byte more shows that there is more.
		count, err := body.Read(room[:min(len(room), x.mostBytes()-x.Body.Len()+1)])
		if count > 0 {
			x.Body.Extend(count)
			if stop := r.recordRead(count, readNs()); stop != nil {
				return stop
			}
		}
		if err == io.EOF {
			x.ReportsError = x.ReportsError || !x.IsStream && x.bodyReportsError()
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// mostBytes returns the limit of the body, which is less for text: that takes many times its size when
// it is read.
func (x *exchange) mostBytes() int {
	mediaType := x.Headers.Get("Content-Type")
	if x.IsStream || x.Request.Operation != "images" && (strings.HasPrefix(mediaType, "text/") || strings.Contains(mediaType, "json")) {
		return maxTextBytes
	}
	return maxBodyBytes
}

func (r *bodyReader) recordRead(count int, atNs int64) error {
	x := r.exchange
	excess := x.Body.Len() - x.mostBytes()
	if excess > 0 {
		x.Body.Truncate(excess)
		count -= excess
	}
	r.stampRead(atNs)
	if x.IsStream {
		if err := r.scanner.scan(x.Body.Tail(r.scanner.open + count)); err != nil {
			return err
		}
	}
	switch {
	case excess > 0:
		return fmt.Errorf("%w: more than %d MiB", errOversize, x.mostBytes()>>20)
	case r.reads > maxReads:
		return errTooManyReads
	default:
		return nil
	}
}

// stampRead keeps one stamp for all that came in the same read from the socket. A body without room
// for its stamps is dropped: they are of no use without each other.
func (r *bodyReader) stampRead(atNs int64) {
	x := r.exchange
	end := int64(x.Body.Len())
	if r.reads > 0 && r.atNs == atNs {
		if !x.Body.IsDropped() {
			x.Reads.SetLast(end, atNs)
		}
		return
	}
	r.atNs = atNs
	r.reads++
	if x.Body.IsDropped() || !x.Reads.Append(end, atNs) {
		x.Body.Drop()
		x.Reads.Free()
	}
}

// recordEvent stores the time of an event.
func (r *bodyReader) recordEvent(data []byte) error {
	x := r.exchange
	x.events++
	if x.events == 1 {
		x.firstEventNs = r.atNs
	}
	x.ReportsError = x.ReportsError || r.scanner.isError || reportsError(data)
	if kind := r.content.kindOf(data); kind != noToken {
		if !x.TokensNs.Append(r.atNs) {
			return errNoMemory
		}
		if r.reads == r.tokenRead {
			x.Coalesced++
		}
		r.tokenRead = r.reads
		if kind == argumentsToken {
			x.LastArgumentNs = r.atNs
		}
	}
	switch {
	case x.events == x.request.disconnectAfterEvents:
		return errDisconnected
	case x.events > maxEvents:
		return errTooManyEvents
	default:
		return nil
	}
}
