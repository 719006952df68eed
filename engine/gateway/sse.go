package gateway

import (
	"bytes"
	"strings"
)

// maxEventBytes limits one event of a stream.
const maxEventBytes = 4 << 20

const byteOrderMark = "\xef\xbb\xbf"

// eventScanner finds the events of a stream (WHATWG HTML §9.2.6) in a body that grows with each read.
// It keeps offsets, not slices, so the body may move; it copies only the data of an event with several
// data lines.
//
// It finds only what timing needs: where events end and what their data is. The judging process
// decodes the stream again.
type eventScanner struct {
	// onEvent gets the data of each event; valid during the call. False stops the scan.
	onEvent func(data []byte) bool

	lineStart int
	scanFrom  int
	// skipLF is set after a CR at the end of the bytes so far: an LF that follows belongs to it.
	skipLF     bool
	eventStart int
	hasData    bool
	dataStart  int
	dataEnd    int
	joined     []byte
	isJoined   bool
}

// scan reads the bytes that were added since the last call. ok is false when onEvent stopped it;
// tooLarge is true when an event exceeds its limit.
func (s *eventScanner) scan(body []byte) (ok, tooLarge bool) {
	if s.scanFrom == 0 {
		if len(body) < len(byteOrderMark) && strings.HasPrefix(byteOrderMark, string(body)) {
			return true, false
		}
		if bytes.HasPrefix(body, []byte(byteOrderMark)) {
			s.lineStart, s.scanFrom = len(byteOrderMark), len(byteOrderMark)
		}
	}
	for s.scanFrom < len(body) {
		if s.skipLF {
			s.skipLF = false
			if body[s.scanFrom] == '\n' {
				s.scanFrom++
				s.lineStart = s.scanFrom
				continue
			}
		}
		end := lineEnd(body[s.scanFrom:])
		if end < 0 {
			s.scanFrom = len(body)
			break
		}
		end += s.scanFrom
		s.skipLF = body[end] == '\r'
		start := s.lineStart
		s.lineStart, s.scanFrom = end+1, end+1
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
