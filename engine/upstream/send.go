package upstream

import (
	"bytes"
	"compress/gzip"
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

// send sends an answer, as its script allows.
func (c *connection) send(a *answer.Answer) error {
	step := c.x.turn.Step
	c.x.content = a.Content
	switch {
	case step.Fails(script.Silence):
		return c.wait(1 << 62)
	case step.Fails(script.ResetBeforeHeaders):
		if err := c.waitSince(step.Delay()); err != nil {
			return err
		}
		return c.reset()
	}
	var err error
	headers := c.headers(a)
	if a.Events != nil {
		err = c.sendStream(a, headers)
	} else {
		err = c.sendWhole(a, headers)
	}
	if err != nil {
		return err
	}
	return c.afterAnswer(step)
}

// headers returns those of an answer: the script's, and its own where the script has none.
func (c *connection) headers(a *answer.Answer) [][2]string {
	step := c.x.turn.Step
	headers := append(c.x.headers[:0], a.Headers...)
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
		headers = append(headers, [2]string{"x-echoed-key", credentialOf(c.received)})
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

// waitSince waits for a time since the request was received.
func (c *connection) waitSince(wait time.Duration) error {
	if wait == 0 {
		return nil
	}
	return c.wait(c.received.ReceivedNs + int64(wait))
}

// sendWhole sends an answer in one body.
func (c *connection) sendWhole(a *answer.Answer, headers [][2]string) error {
	if err := c.waitSince(a.After); err != nil {
		return err
	}
	body, step := a.Body, c.stepNow()
	if len(a.Text) > 0 && c.sender.notes {
		c.x.addText(a.Text)
	}
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
	c.sender.head(a.Status, headers, int64(len(body)))
	switch {
	case c.received.Method == http.MethodHead:
		body = nil
	case step.Fails(script.ResetInHeaders), step.Fails(script.ResetAfterHeaders):
		return c.cutHead()
	case step.Fails(script.FinAfter), step.Fails(script.RstAfter):
		if err := c.sender.body(body[:shareOf(body, step, c.server.settings.tokens)]); err != nil {
			return err
		}
		return c.cut()
	case step.Fails(script.Trickle):
		return c.trickle(body)
	}
	return c.sender.body(body)
}

// stepNow is the step of the exchange; an empty one while the request could not be read.
func (c *connection) stepNow() *script.Step {
	if c.x.turn.Step == nil {
		return &script.Step{}
	}
	return c.x.turn.Step
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
func (c *connection) trickle(body []byte) error {
	dueNs := clock.NowNs()
	if _, err := c.sender.flush(); err != nil {
		return err
	}
	for i := range body {
		if err := c.wait(dueNs); err != nil {
			return err
		}
		dueNs += int64(trickleGap)
		c.sender.add(body[i : i+1])
		if _, err := c.sender.flush(); err != nil {
			return err
		}
	}
	return nil
}

// cutHead sends half of the headers, or all of them, and resets the connection.
func (c *connection) cutHead() error {
	if c.x.turn.Step.Fails(script.ResetInHeaders) {
		c.sender.out = c.sender.out[:len(c.sender.out)/2]
		c.x.status, c.x.headers = 0, c.x.headers[:0]
		c.sender.headBytes = 0
	}
	if _, err := c.sender.flush(); err != nil {
		return err
	}
	return c.reset()
}

// cut ends the connection within the answer.
func (c *connection) cut() error {
	if _, err := c.sender.flush(); err != nil {
		return err
	}
	if c.x.turn.Step.Fails(script.RstAfter) {
		return c.reset()
	}
	c.x.outcome = failed
	return errEnd
}

// reset ends the connection with RST.
func (c *connection) reset() error {
	if err := c.sleep(clock.NowNs() + int64(resetGap)); err != nil {
		return err
	}
	c.x.outcome = failed
	if tcp, ok := c.conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	return errEnd
}

// afterAnswer does what a script wants after a whole answer.
func (c *connection) afterAnswer(step *script.Step) error {
	switch {
	case step.Fails(script.CloseOnReuse):
		c.closesOnReuse = true
	case step.Fails(script.CloseAfter):
		c.x.outcome = complete
		if err := c.sleep(clock.NowNs() + int64(step.Fail.For())); err != nil {
			return err
		}
		return errEnd
	case step.Fails(script.EarlyAnswer):
		c.x.outcome = complete
		return c.linger(step.Fail.For())
	}
	return nil
}

// linger reads and ignores what the gateway still sends: closing at once would reset the connection,
// and the gateway could lose the answer.
func (c *connection) linger(wait time.Duration) error {
	if wait == 0 {
		wait = earlyLinger
	}
	_ = c.conn.SetReadDeadline(time.Now().Add(wait))
	var ignored [16 << 10]byte
	for {
		if _, err := c.conn.Read(ignored[:]); err != nil {
			return errEnd
		}
	}
}
