package gateway

import (
	"io"
	"slices"
)

// minReadBytes is the least room that a read of the body is given: as much as net/http buffers.
const minReadBytes = 4 << 10

// read takes in the body to its end, stamps each read once with what arrivedNs says right after it,
// and finds the events of a stream as they come. It returns errLeft or errOversize when it stops by
// itself.
func (x *exchange) read(body io.Reader, arrivedNs func() int64) error {
	scanner := eventScanner{}
	var atNs int64
	tokenRead := -1
	scanner.onEvent = func(data []byte) bool {
		x.noteEvent(data, atNs, &tokenRead)
		return x.request.leaveAfterEvents == 0 || x.events < x.request.leaveAfterEvents
	}
	for {
		if cap(x.body)-len(x.body) < minReadBytes {
			x.body = slices.Grow(x.body, max(minReadBytes, len(x.body)))
		}
		count, err := body.Read(x.body[len(x.body):cap(x.body)])
		if count > 0 {
			atNs = arrivedNs()
			x.body = x.body[:len(x.body)+count]
			if stop := x.took(&scanner, atNs); stop != nil {
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

func (x *exchange) took(scanner *eventScanner, atNs int64) error {
	tooLarge := len(x.body) > maxBodyBytes
	if tooLarge {
		x.body = x.body[:maxBodyBytes]
	}
	x.reads = append(x.reads, int64(len(x.body)), atNs)
	if !x.isStream {
		if tooLarge {
			return errOversize
		}
		return nil
	}
	goOn, eventTooLarge := scanner.scan(x.body)
	switch {
	case !goOn:
		return errLeft
	case tooLarge || eventTooLarge:
		return errOversize
	default:
		return nil
	}
}

func (x *exchange) noteEvent(data []byte, atNs int64, tokenRead *int) {
	x.events++
	if x.events == 1 {
		x.firstEventNs = atNs
	}
	if !hasContent(x.request.operation, data) {
		return
	}
	x.tokensNs = append(x.tokensNs, atNs)
	if read := len(x.reads); read == *tokenRead {
		x.coalesced++
	} else {
		*tokenRead = read
	}
}
