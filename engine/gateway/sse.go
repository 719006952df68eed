package gateway

import (
	"bytes"
	"strings"
)

// maxEventBytes bounds one event of a stream.
const maxEventBytes = 4 << 20

const byteOrderMark = "\xef\xbb\xbf"

// eventScanner finds the events of a stream (WHATWG HTML §9.2.6) in a body that grows by reads. It
// keeps offsets, not slices, so the body may move; nothing of it is copied but the data of an
// event that has several data lines.
//
// It sees only what times need: where events end and what their data is. Whoever judges the
// stream decodes it again.
type eventScanner struct {
	// onEvent gets the data of each event; valid during the call. False stops the scan.
	onEvent func(data []byte) bool

	lineStart int
	lookFrom  int
	// skipLF is set after a CR that ended the bytes so far: a LF that follows belongs to it.
	skipLF     bool
	eventStart int
	hasData    bool
	dataStart  int
	dataEnd    int
	joined     []byte
	isJoined   bool
}

// scan looks at the bytes that came since the last call; false when onEvent stopped it or an
// event is larger than its bound.
func (s *eventScanner) scan(body []byte) (ok, tooLarge bool) {
	if s.lookFrom == 0 {
		if len(body) < len(byteOrderMark) && strings.HasPrefix(byteOrderMark, string(body)) {
			return true, false
		}
		if bytes.HasPrefix(body, []byte(byteOrderMark)) {
			s.lineStart, s.lookFrom = len(byteOrderMark), len(byteOrderMark)
		}
	}
	for s.lookFrom < len(body) {
		if s.skipLF {
			s.skipLF = false
			if body[s.lookFrom] == '\n' {
				s.lookFrom++
				s.lineStart = s.lookFrom
				continue
			}
		}
		end := lineEnd(body[s.lookFrom:])
		if end < 0 {
			s.lookFrom = len(body)
			break
		}
		end += s.lookFrom
		s.skipLF = body[end] == '\r'
		start := s.lineStart
		s.lineStart, s.lookFrom = end+1, end+1
		if !s.line(body, start, end) {
			return false, false
		}
	}
	return true, len(body)-s.eventStart > maxEventBytes
}

// lineEnd returns the index of the first CR or LF, or -1.
func lineEnd(b []byte) int {
	lf := bytes.IndexByte(b, '\n')
	if lf < 0 {
		return bytes.IndexByte(b, '\r')
	}
	if cr := bytes.IndexByte(b[:lf], '\r'); cr >= 0 {
		return cr
	}
	return lf
}

func (s *eventScanner) line(body []byte, start, end int) bool {
	if start == end {
		return s.dispatch(body, end)
	}
	line := body[start:end]
	if !bytes.HasPrefix(line, []byte("data")) {
		return true
	}
	switch {
	case len(line) == 4:
		start = end
	case line[4] != ':':
		return true
	case len(line) > 5 && line[5] == ' ':
		start += 6
	default:
		start += 5
	}
	s.addData(body, start, end)
	return true
}

func (s *eventScanner) addData(body []byte, start, end int) {
	if !s.hasData {
		s.hasData, s.isJoined = true, false
		s.dataStart, s.dataEnd = start, end
		return
	}
	if !s.isJoined {
		s.isJoined = true
		s.joined = append(s.joined[:0], body[s.dataStart:s.dataEnd]...)
	}
	s.joined = append(append(s.joined, '\n'), body[start:end]...)
}

func (s *eventScanner) dispatch(body []byte, end int) bool {
	s.eventStart = end
	if !s.hasData {
		return true
	}
	s.hasData = false
	if s.isJoined {
		return s.onEvent(s.joined)
	}
	return s.onEvent(body[s.dataStart:s.dataEnd])
}
