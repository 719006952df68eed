package upstream

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"assay/engine/clock"
	"assay/engine/upstream/answer"
	"assay/engine/upstream/script"
)

const (
	// resetGap lets the gateway read what was written before the connection is reset.
	resetGap = 5 * time.Millisecond
	// splitGap is between two parts of what is usually one write.
	splitGap    = 2 * time.Millisecond
	trickleGap  = time.Second
	earlyLinger = time.Second
)

// forever is a moment that never comes.
const forever = int64(1) << 62

// endOfChunks ends a body in chunks.
const endOfChunks = "0\r\n\r\n"

// send sends an answer, as its script allows.
func (x *exchange) send(a *answer.Answer) error {
	step := x.turn.Step
	x.content = a.Content
	x.conn.closesOnReuse.Store(step.Fails(script.CloseOnReuse))
	switch {
	case step.Fails(script.Silence):
		return x.wait(forever)
	case step.Fails(script.ResetBeforeHeaders), step.Fails(script.ResetInHeaders), step.Fails(script.ResetAfterHeaders):
		return x.resetAtHead(a)
	case step.Fails(script.EarlyAnswer):
		_ = x.flusher.EnableFullDuplex() // the rest of the request is not read first
	}
	var err error
	if a.Events != nil {
		err = x.sendStream(a)
	} else {
		err = x.sendWhole(a)
	}
	if err != nil {
		return err
	}
	return x.afterAnswer(a)
}

// headersOf returns those of an answer: the script's, and its own where the script has none.
func (x *exchange) headersOf(a *answer.Answer) [][2]string {
	step := x.step()
	headers := a.Headers
	contentType := a.ContentType
	if step.Fails(script.WrongType) {
		contentType = "text/plain"
	}
	headers = append(headers, [2]string{"content-type", contentType})
	if a.Events != nil {
		headers = append(headers, [2]string{"cache-control", "no-cache"})
	}
	if step.Fails(script.Gzip) {
		headers = append(headers, [2]string{"content-encoding", "gzip"})
	}
	if step.EchoKey {
		headers = append(headers, [2]string{"x-echoed-key", credentialOf(x.received.Header)})
	}
	if step.Fails(script.EarlyAnswer) {
		headers = append(headers, [2]string{"connection", "close"})
	}
	for _, header := range step.Headers {
		headers = replaceHeader(headers, header)
	}
	return headers
}

// replaceHeader removes the first header of a name, once, and adds one.
func replaceHeader(headers [][2]string, header [2]string) [][2]string {
	for i := range headers {
		if strings.EqualFold(headers[i][0], header[0]) {
			headers[i] = header
			return headers
		}
	}
	return append(headers, header)
}

// step is that of the exchange; an empty one while the request could not be read.
func (x *exchange) step() *script.Step {
	if x.turn.Step == nil {
		return &script.Step{}
	}
	return x.turn.Step
}

// resetAtHead resets the connection before, within or after the headers.
func (x *exchange) resetAtHead(a *answer.Answer) error {
	wait := a.After
	if a.Events != nil {
		wait = x.turn.Step.Delay()
	}
	if err := x.waitSince(wait); err != nil {
		return err
	}
	var err error
	switch x.turn.Step.Fail.Kind {
	case script.ResetInHeaders:
		_, err = fmt.Fprintf(x.conn, "HTTP/1.1 %d %s\r\ncontent-ty", a.Status, http.StatusText(a.Status))
	case script.ResetAfterHeaders:
		x.head(a.Status, x.headersOf(a), len(a.Body))
		_, err = x.flush()
	}
	if err != nil {
		return err
	}
	return x.reset()
}

// sendWhole sends an answer in one body.
func (x *exchange) sendWhole(a *answer.Answer) error {
	if err := x.waitSince(a.After); err != nil {
		return err
	}
	body, step := a.Body, x.step()
	x.addText(a.Text)
	switch {
	case step.Fails(script.Gzip):
		var b bytes.Buffer
		writer := gzip.NewWriter(&b)
		_, _ = writer.Write(body) // a buffer takes any bytes
		_ = writer.Close()
		body = b.Bytes()
	case step.Fails(script.MalformedJSON):
		body = body[:len(body)/2]
	}
	x.head(a.Status, x.headersOf(a), len(body))
	switch {
	case x.received.Method == http.MethodHead, !mayHaveBody(a.Status):
		body = nil
	case step.Fails(script.FinAfter), step.Fails(script.RstAfter):
		if err := x.sendBody(body[:shareOf(body, step, x.server.settings.tokens)]); err != nil {
			return err
		}
		return x.cut()
	case step.Fails(script.Trickle):
		return x.trickle(body)
	}
	return x.sendBody(body)
}

// shareOf returns how much of a body is sent before it is cut.
func shareOf(body []byte, step *script.Step, tokens int) int {
	if step.Tokens != nil {
		tokens = *step.Tokens
	}
	if tokens == 0 {
		return 0
	}
	return min(len(body)-1, len(body)*step.Fail.AfterTokens/tokens)
}

// trickle sends one byte after the other.
func (x *exchange) trickle(body []byte) error {
	dueNs := clock.NowNs()
	if _, err := x.flush(); err != nil {
		return err
	}
	for i := range body {
		if err := x.wait(dueNs); err != nil {
			return err
		}
		dueNs += int64(trickleGap)
		x.add(body[i : i+1])
		if _, err := x.flush(); err != nil {
			return err
		}
	}
	return nil
}

// cut ends the connection within the answer.
func (x *exchange) cut() error {
	if _, err := x.flush(); err != nil {
		return err
	}
	if x.turn.Step.Fails(script.RstAfter) {
		return x.reset()
	}
	x.outcome = failed
	return errEnd
}

// reset ends the connection with RST.
func (x *exchange) reset() error {
	if err := x.wait(clock.NowNs() + int64(resetGap)); err != nil {
		return err
	}
	x.outcome = failed
	if tcp, ok := x.conn.Conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	return errEnd
}

// afterAnswer does what a script wants after a whole answer.
func (x *exchange) afterAnswer(a *answer.Answer) error {
	step := x.turn.Step
	switch {
	case step.Fails(script.CloseAfter):
		if err := x.finish(a); err != nil {
			return err
		}
		_ = x.wait(clock.NowNs() + int64(step.Fail.For()))
		return errEnd
	case step.Fails(script.EarlyAnswer):
		if err := x.finish(a); err != nil {
			return err
		}
		return x.linger(step.Fail.For())
	}
	return nil
}

// finish writes the end of an answer whose connection is to be closed only later.
func (x *exchange) finish(a *answer.Answer) error {
	if _, err := x.flush(); err != nil {
		return err
	}
	x.outcome = complete
	if a.Events == nil {
		return nil
	}
	_, err := io.WriteString(x.conn, endOfChunks)
	return err
}

// linger reads and ignores what the gateway still sends: closing at once would reset the connection,
// and the gateway could lose the answer.
func (x *exchange) linger(wait time.Duration) error {
	if wait == 0 {
		wait = earlyLinger
	}
	dueNs := clock.NowNs() + int64(wait)
	_ = x.flusher.SetReadDeadline(time.Now().Add(wait))
	if _, err := io.Copy(io.Discard, x.received.Body); err == nil {
		_ = x.wait(dueNs)
	}
	return errEnd
}
