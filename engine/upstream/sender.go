package upstream

import (
	"bytes"
	"net/http"
	"strconv"

	"assay/engine/clock"
)

// writeBytes is how much of a long body is written at once, so that the times of writes show how fast
// the gateway reads.
const writeBytes = 64 << 10

// sender writes one answer after the other, and notes what was written.
type sender struct {
	write func([]byte) (int, error)
	x     *exchange
	// notes: what is written is noted, because it is reported.
	notes bool

	out []byte
	// headBytes and bodyBytes are those of out; the rest of it is transfer coding.
	headBytes, bodyBytes int
	chunked              bool
}

// head adds the status line and the headers. A negative length is for a body in chunks.
func (s *sender) head(status int, headers [][2]string, length int64) {
	s.chunked = length < 0
	s.out = append(strconv.AppendInt(append(s.out[:0], "HTTP/1.1 "...), int64(status), 10), ' ')
	s.out = append(append(s.out, statusText(status)...), "\r\n"...)
	s.x.status, s.x.headers = status, headers
	for _, header := range headers {
		s.out = append(append(append(s.out, header[0]...), ": "...), header[1]...)
		s.out = append(s.out, "\r\n"...)
	}
	switch {
	case s.chunked:
		s.out = append(s.out, "transfer-encoding: chunked\r\n"...)
	case status != http.StatusNoContent && status != http.StatusNotModified:
		s.out = append(strconv.AppendInt(append(s.out, "content-length: "...), length, 10), "\r\n"...)
	}
	s.out = append(s.out, "\r\n"...)
	s.headBytes, s.bodyBytes = len(s.out), 0
}

func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return text
	}
	return "Status"
}

// add adds a part of the body to what is written next.
func (s *sender) add(data []byte) {
	if len(data) == 0 {
		return
	}
	if s.notes {
		s.x.noteBody(data)
	}
	s.bodyBytes += len(data)
	if !s.chunked {
		s.out = append(s.out, data...)
		return
	}
	s.out = strconv.AppendInt(s.out, int64(len(data)), 16)
	s.out = append(append(append(s.out, "\r\n"...), data...), "\r\n"...)
}

// end adds the end of a body in chunks.
func (s *sender) end() {
	if s.chunked {
		s.out = append(s.out, "0\r\n\r\n"...)
	}
}

// flush writes what was added, and returns when that began.
func (s *sender) flush() (int64, error) {
	startNs := clock.NowNs()
	if len(s.out) == 0 {
		return startNs, nil
	}
	if s.notes {
		if s.headBytes > 0 {
			s.x.headNs = startNs
		}
		if s.bodyBytes > 0 {
			s.x.noteWrite(s.x.size, startNs)
		}
	}
	count, err := s.write(s.out)
	if err != nil {
		s.x.size = max(0, s.x.size-int64(len(s.out)-count))
	}
	s.out, s.headBytes, s.bodyBytes = s.out[:0], 0, 0
	if cap(s.out) > 4*writeBytes {
		s.out = nil
	}
	return startNs, err
}

// body writes a part of the body in pieces.
func (s *sender) body(data []byte) error {
	for len(data) > 0 {
		part := data[:min(writeBytes, len(data))]
		data = data[len(part):]
		s.add(part)
		if _, err := s.flush(); err != nil {
			return err
		}
	}
	_, err := s.flush()
	return err
}

// filler is what a body of any size consists of.
var filler = bytes.Repeat([]byte("0123456789abcdef"), writeBytes/16)

// sendFiller answers with one JSON string of a size.
func (c *connection) sendFiller(size int64) error {
	c.sender.head(http.StatusOK, [][2]string{{"content-type", "application/json"}}, size)
	c.sender.add([]byte{'"'})
	for left := size - 2; left > 0; {
		part := filler[:min(left, int64(len(filler)))]
		left -= int64(len(part))
		c.sender.add(part)
		if _, err := c.sender.flush(); err != nil {
			return err
		}
	}
	return c.sender.body([]byte{'"'})
}
