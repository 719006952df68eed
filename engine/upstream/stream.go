package upstream

import (
	"bytes"
	"compress/gzip"
	"strconv"
	"unicode/utf8"

	"assay/engine/clock"
	"assay/engine/upstream/answer"
	"assay/engine/upstream/script"
)

// stream writes the events of one answer.
type stream struct {
	*exchange
	step *script.Step
	// tokens and events count what was added.
	tokens, events int
	event          []byte
	zip            *gzip.Writer
	zipped         bytes.Buffer
}

// sendStream sends an answer as events. What has no content waits for the next event that has, or for the
// end of the exchange.
func (x *exchange) sendStream(a *answer.Answer) error {
	s := &stream{exchange: x, step: x.turn.Step}
	if s.step.Fails(script.Gzip) {
		s.zip = gzip.NewWriter(&s.zipped)
	}
	x.head(a.Status, x.headersOf(a), -1)
	var failure error
	a.Events(func(event *answer.Event) bool {
		failure = s.send(event)
		return failure == nil
	})
	if failure != nil {
		return failure
	}
	return s.end()
}

// isCut returns whether the stream ends before this event.
func (s *stream) isCut(event *answer.Event) bool {
	if !s.step.Fails(script.FinAfter) && !s.step.Fails(script.RstAfter) {
		return false
	}
	return s.tokens >= s.step.Fail.AfterTokens && (event.IsToken || s.tokens > 0)
}

// send sends an event at its moment: with those before it that have no content, or later.
func (s *stream) send(event *answer.Event) error {
	if s.isCut(event) {
		return s.cut()
	}
	if err := s.waitSince(event.Due); err != nil {
		return err
	}
	s.event = s.appendEvent(s.event[:0], event)
	s.events++
	data := s.event
	if s.server.settings.clock && string(event.Data) == "[DONE]" {
		data = append(s.appendClock(nil), data...)
	}
	if event.IsToken && s.step.Fails(script.SplitCharacter) {
		at := s.insideCharacter(data)
		s.add(data[:at])
		if _, err := s.flush(); err != nil {
			return err
		}
		if err := s.wait(clock.NowNs() + int64(splitGap)); err != nil {
			return err
		}
		data = data[at:]
	}
	if err := s.addZipped(data); err != nil || !event.IsToken {
		return err
	}
	s.tokens++
	startNs, err := s.flush()
	if err == nil && len(event.Text) > 0 {
		s.noteText(event.Text, startNs)
	}
	return err
}

// addZipped adds bytes to what is written next.
func (s *stream) addZipped(data []byte) error {
	if s.zip == nil {
		s.add(data)
		return nil
	}
	if _, err := s.zip.Write(data); err != nil {
		return err
	}
	if err := s.zip.Flush(); err != nil {
		return err
	}
	s.add(s.zipped.Bytes())
	s.zipped.Reset()
	return nil
}

// insideCharacter returns an offset within the first character of several bytes, a different one for
// each event; the middle, if there is no such character.
func (s *stream) insideCharacter(data []byte) int {
	for i := range data {
		if data[i] >= utf8.RuneSelf {
			_, size := utf8.DecodeRune(data[i:])
			return i + 1 + s.events%max(1, size-1)
		}
	}
	return len(data) / 2
}

func (s *stream) end() error {
	if s.zip != nil {
		_ = s.zip.Close() // it writes into memory
		s.add(s.zipped.Bytes())
	}
	if s.step.Fails(script.FinAfter) || s.step.Fails(script.RstAfter) {
		return s.cut()
	}
	_, err := s.write()
	return err
}

// appendEvent adds an event as it is sent.
func (s *stream) appendEvent(b []byte, event *answer.Event) []byte {
	if s.step.Fails(script.ForeignFraming) {
		return s.appendForeign(b, event)
	}
	if event.Name != "" {
		b = append(append(append(b, "event: "...), event.Name...), '\n')
	}
	return append(append(append(b, "data: "...), event.Data...), "\n\n"...)
}

// appendClock adds a comment with the Unix time in ns at which the request was received, and each token
// written, by the monotonic clock.
func (s *stream) appendClock(b []byte) []byte {
	b = strconv.AppendInt(append(b, ": clock "...), clock.OriginUnixNs()+s.receivedNs, 10)
	for i := 1; i < len(s.exchange.tokens); i += 2 {
		b = strconv.AppendInt(append(b, ' '), clock.OriginUnixNs()+s.exchange.tokens[i], 10)
	}
	return append(b, "\n\n"...)
}

// foreignRetry is what a retry line states, in ms.
const foreignRetry = 3000

// appendForeign adds an event with all that the standard of event streams allows, in turn.
func (s *stream) appendForeign(b []byte, event *answer.Event) []byte {
	newline := "\n"
	if s.events%2 == 1 {
		newline = "\r\n"
	}
	switch s.events % 3 {
	case 0:
		b = append(append(b, ": a comment"...), newline...)
	case 1:
		b = append(strconv.AppendInt(append(b, "id: "...), int64(s.events), 10), newline...)
	default:
		b = append(strconv.AppendInt(append(b, "retry:"...), foreignRetry, 10), newline...)
	}
	if event.Name != "" {
		b = append(append(append(b, "event:"...), event.Name...), newline...)
	}
	// Between the members of an object JSON allows a line break; the lines of data are joined by one.
	first, rest, found := bytes.Cut(event.Data, []byte(`,"`))
	if found && s.events%4 > 1 {
		b = append(append(append(b, "data: "...), first...), ',')
		b = append(append(append(b, newline...), `data: "`...), rest...)
	} else {
		b = append(append(b, "data:"...), event.Data...)
	}
	return append(append(b, newline...), newline...)
}
