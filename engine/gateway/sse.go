package gateway

import (
	"bytes"
	"strings"
)

const byteOrderMark = "\xef\xbb\xbf"

// maxJoinedBytes limits the data of an event with several data lines: timing needs only its start.
const maxJoinedBytes = 16 << 10

// eventScanner finds the events of a stream (WHATWG HTML §9.2.6) as their bytes arrive. It keeps
// offsets, not slices, so the bytes may move; it copies only the data of an event with several data
// lines.
//
// It finds only what timing needs: where events end and what their data is. The judging process
// decodes the stream again.
type eventScanner struct {
	// onEvent gets the data of each event; valid during the call. An error stops the scan.
	onEvent func(data []byte) error

	// open is how many of the last bytes belong to an event that is not complete.
	open      int
	hasBegun  bool
	lineStart int
	scanFrom  int
	// skipLF is set after a CR at the end of the bytes so far: an LF that follows belongs to it.
	skipLF    bool
	nextEvent int
	hasData   bool
	// isError: the event is named error.
	isError   bool
	dataStart int
	dataEnd   int
	joined    []byte
	isJoined  bool
}

// scan reads bytes that begin with those that were open after the last call. It returns the error of
// onEvent.
func (s *eventScanner) scan(bytes []byte) error {
	defer func() { s.forget(len(bytes)) }()
	if !s.skipByteOrderMark(bytes) {
		return nil
	}
	for s.scanFrom < len(bytes) {
		if s.skipLF {
			s.skipLF = false
			if bytes[s.scanFrom] == '\n' {
				s.scanFrom++
				s.lineStart = s.scanFrom
				continue
			}
		}
		end := lineEnd(bytes[s.scanFrom:])
		if end < 0 {
			s.scanFrom = len(bytes)
			break
		}
		end += s.scanFrom
		s.skipLF = bytes[end] == '\r'
		start := s.lineStart
		s.lineStart, s.scanFrom = end+1, end+1
		if err := s.line(bytes, start, end); err != nil {
			return err
		}
	}
	return nil
}

// skipByteOrderMark returns false as long as it is unknown whether the stream begins with one.
func (s *eventScanner) skipByteOrderMark(b []byte) bool {
	if s.hasBegun {
		return true
	}
	if len(b) < len(byteOrderMark) && strings.HasPrefix(byteOrderMark, string(b)) {
		return false
	}
	s.hasBegun = true
	if bytes.HasPrefix(b, []byte(byteOrderMark)) {
		s.lineStart, s.scanFrom = len(byteOrderMark), len(byteOrderMark)
	}
	return true
}

// forget makes all offsets relative to the event that is not complete.
func (s *eventScanner) forget(scanned int) {
	s.open = scanned - s.nextEvent
	s.lineStart -= s.nextEvent
	s.scanFrom -= s.nextEvent
	s.dataStart -= s.nextEvent
	s.dataEnd -= s.nextEvent
	s.nextEvent = 0
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

func (s *eventScanner) line(body []byte, start, end int) error {
	if start == end {
		return s.dispatch(body)
	}
	line := body[start:end]
	if name, isName := bytes.CutPrefix(line, []byte("event:")); isName {
		s.isError = string(bytes.TrimPrefix(name, []byte(" "))) == "error"
	}
	if !bytes.HasPrefix(line, []byte("data")) {
		return nil
	}
	switch {
	case len(line) == 4:
		start = end
	case line[4] != ':':
		return nil
	case len(line) > 5 && line[5] == ' ':
		start += 6
	default:
		start += 5
	}
	s.addData(body, start, end)
	return nil
}

func (s *eventScanner) addData(body []byte, start, end int) {
	if !s.hasData {
		s.hasData, s.isJoined = true, false
		s.dataStart, s.dataEnd = start, end
		return
	}
	if !s.isJoined {
		s.isJoined, s.joined = true, s.joined[:0]
		s.join(body[s.dataStart:s.dataEnd])
	}
	s.join([]byte{'\n'})
	s.join(body[start:end])
}

func (s *eventScanner) join(data []byte) {
	s.joined = append(s.joined, data[:min(len(data), maxJoinedBytes-len(s.joined))]...)
}

func (s *eventScanner) dispatch(body []byte) error {
	s.nextEvent = s.lineStart
	if !s.hasData {
		s.isError = false
		return nil
	}
	data := body[s.dataStart:s.dataEnd]
	if s.isJoined {
		data = s.joined
	}
	err := s.onEvent(data)
	s.hasData, s.isError = false, false
	return err
}
