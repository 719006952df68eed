package gateway

import (
	"io"
	"slices"
)

// maxBodyBytes limits what is kept of an answer.
const maxBodyBytes = 16 << 20

// minReadBytes is the smallest buffer for a read of the body: as much as net/http buffers.
const minReadBytes = 4 << 10

// readBody reads the body to its end, stamps each read once with the time that readNs returns right
// after it, and finds the events of a stream as they arrive. It returns errDisconnected or errOversize
// when it stops before the end.
func (x *exchange) readBody(body io.Reader, readNs func() int64) error {
	scanner := eventScanner{}
	var atNs int64
	tokenRead := -1
	scanner.onEvent = func(data []byte) bool {
		x.recordEvent(data, atNs, &tokenRead)
		return x.request.disconnectAfterEvents == 0 || x.events < x.request.disconnectAfterEvents
	}
	for {
		if cap(x.Body)-len(x.Body) < minReadBytes {
			x.Body = slices.Grow(x.Body, max(minReadBytes, len(x.Body)))
		}
		count, err := body.Read(x.Body[len(x.Body):cap(x.Body)])
		if count > 0 {
			atNs = readNs()
			x.Body = x.Body[:len(x.Body)+count]
			if stop := x.recordRead(&scanner, atNs); stop != nil {
				return stop
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (x *exchange) recordRead(scanner *eventScanner, atNs int64) error {
	tooLarge := len(x.Body) > maxBodyBytes
	if tooLarge {
		x.Body = x.Body[:maxBodyBytes]
	}
	x.Reads = append(x.Reads, int64(len(x.Body)), atNs)
	if !x.IsStream {
		if tooLarge {
			return errOversize
		}
		return nil
	}
	goOn, eventTooLarge := scanner.scan(x.Body)
	switch {
	case !goOn:
		return errDisconnected
	case tooLarge || eventTooLarge:
		return errOversize
	default:
		return nil
	}
}

// recordEvent stores the time of an event; tokenRead is the read that brought the previous token.
func (x *exchange) recordEvent(data []byte, atNs int64, tokenRead *int) {
	x.events++
	if x.events == 1 {
		x.firstEventNs = atNs
	}
	if !hasContent(x.Request.Operation, data) {
		return
	}
	x.TokensNs = append(x.TokensNs, atNs)
	if read := len(x.Reads); read == *tokenRead {
		x.Coalesced++
	} else {
		*tokenRead = read
	}
}
