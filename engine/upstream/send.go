package upstream

import (
	"bytes"
	"compress/gzip"
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
	splitGap = 2 * time.Millisecond
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
	case step.Fails(script.ResetBeforeHeaders):
		if err := x.waitSince(step.Delay()); err != nil {
			return err
		}
		return x.reset()
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
	if step.Fails(script.CloseAfter) {
		return x.closeAfter(step.Fail.For(), a.Events != nil)
	}
	return nil
}

// headersOf returns those of an answer: the script's, and its own where the script has none.
func (x *exchange) headersOf(a *answer.Answer) [][2]string {
	step := x.turn.Step
	headers := append(a.Headers, [2]string{"content-type", a.ContentType})
	if a.Events != nil {
		headers = append(headers, [2]string{"cache-control", "no-cache"})
	}
	if step.Fails(script.Gzip) {
		headers = append(headers, [2]string{"content-encoding", "gzip"})
	}
	if step.EchoKey {
		headers = append(headers, [2]string{"x-echoed-key", credentialOf(x.received.Header)})
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

// sendWhole sends an answer in one body.
func (x *exchange) sendWhole(a *answer.Answer) error {
	if err := x.waitSince(a.After); err != nil {
		return err
	}
	body, step := a.Body, x.turn.Step
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

// closeAfter closes the connection some time after the whole answer, without announcing it.
func (x *exchange) closeAfter(wait time.Duration, isChunked bool) error {
	if _, err := x.flush(); err != nil {
		return err
	}
	x.outcome = complete
	if isChunked {
		if _, err := io.WriteString(x.conn, endOfChunks); err != nil {
			return err
		}
	}
	_ = x.wait(clock.NowNs() + int64(wait))
	return errEnd
}
