package transport

import (
	"bytes"
	"fmt"
	"sync/atomic"
)

// excerptBytes is as much of a head as an error quotes.
const excerptBytes = 200

// headScan looks for what net/http accepts in the head of a response although it is not HTTP: lines that
// end with LF alone, and a length beside a transfer coding, which two readers delimit in different ways
// (RFC 9112 §2.2, §6.1).
type headScan struct {
	held []byte
	err  error
}

// heads is the part of a connection that lets the heads of its responses be scanned.
type heads struct {
	// scan takes the head of the response that is awaited; nil while none is.
	scan atomic.Pointer[headScan]
}

func (h *heads) await(scan *headScan) {
	h.scan.Store(scan)
}

func (h *heads) see(received []byte) {
	if scan := h.scan.Load(); scan != nil && scan.take(received) {
		h.scan.Store(nil)
	}
}

// take scans bytes that were received, and returns whether the head has ended.
func (s *headScan) take(received []byte) bool {
	head := received
	if len(s.held) > 0 {
		s.held = append(s.held, received...)
		head = s.held
	}
	for {
		size := headSize(head)
		if size < 0 {
			s.hold(head)
			return len(s.held) >= maxHeaderBytes
		}
		s.check(head[:size])
		if s.err != nil || !isInterim(head) {
			s.held = nil
			return true
		}
		head = head[size:]
		s.held = nil
	}
}

func (s *headScan) hold(head []byte) {
	if len(s.held) == 0 && len(head) > 0 {
		s.held = append(s.held, head...)
	} else {
		s.held = head
	}
}

func (s *headScan) check(head []byte) {
	switch {
	case hasBareLF(head):
		s.err = fmt.Errorf("malformed HTTP head, with a line that ends with LF alone: %q", excerpt(head))
	case hasField(head, "content-length:") && hasField(head, "transfer-encoding:"):
		s.err = fmt.Errorf("malformed HTTP head, with a length beside a transfer coding: %q", excerpt(head))
	}
}

// headSize returns the length of the head with its empty line; -1 when it has not ended.
func headSize(received []byte) int {
	for at := 0; ; {
		end := bytes.IndexByte(received[at:], '\n')
		if end < 0 {
			return -1
		}
		line := bytes.TrimSuffix(received[at:at+end], []byte("\r"))
		at += end + 1
		if len(line) == 0 {
			return at
		}
	}
}

func hasBareLF(head []byte) bool {
	return bytes.Count(head, []byte("\n")) != bytes.Count(head, []byte("\r\n"))
}

func hasField(head []byte, name string) bool {
	for line := range bytes.Lines(head) {
		if len(line) >= len(name) && bytes.EqualFold(line[:len(name)], []byte(name)) {
			return true
		}
	}
	return false
}

func isInterim(head []byte) bool {
	const status = len("HTTP/1.1 ")
	return len(head) > status && head[status] == '1'
}

func excerpt(head []byte) []byte {
	return head[:min(len(head), excerptBytes)]
}
