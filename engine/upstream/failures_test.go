package upstream

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// caller is a connection of a gateway, read byte by byte.
type caller struct {
	t      *testing.T
	conn   net.Conn
	reader *bufio.Reader
}

func (u *upstreamUnderTest) dial(t *testing.T) *caller {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(u.address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	return &caller{t, conn, bufio.NewReader(conn)}
}

func (c *caller) sendChat(nonce string, stream bool) {
	body := chatBody(nonce, stream)
	c.send(fmt.Sprintf("POST /chat/completions HTTP/1.1\r\nHost: upstream.example:1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body))
}

func (c *caller) send(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.conn, text); err != nil {
		c.t.Fatal(err)
	}
}

// rest reads to the end of the connection, and returns why it ended.
func (c *caller) rest() (string, error) {
	text, err := io.ReadAll(c.reader)
	return string(text), err
}

func (c *caller) answer() (reply, error) {
	response, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return reply{}, err
	}
	if response.Close {
		response.Header.Set("Connection", "close")
	}
	body, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, response.Header, string(body), err}, err
}

func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET)
}

func TestBrokenConnections(t *testing.T) {
	u := startUpstream(t, "--ttft", "1ms", "--itl", "1ms", "--tokens", "8")
	send := func(t *testing.T, nonce, fail string, stream bool) (string, error, report) {
		t.Helper()
		u.script(nonce, `{"name":"broken","fail":`+fail+`}`)
		c := u.dial(t)
		c.sendChat(nonce, stream)
		text, err := c.rest()
		return text, err, u.exchange(nonce)
	}
	t.Run("failure: a reset before the headers", func(t *testing.T) {
		text, err, x := send(t, "n2000000a", `{"kind":"reset-before-headers"}`, true)
		if text != "" || !isReset(err) || x.Outcome != failed || x.Status != 0 || x.HeadNs != 0 || x.Failure != "reset-before-headers" || x.Script != "broken" {
			t.Errorf("got %q %v, reported %+v", text, err, x)
		}
	})
	t.Run("failure: a stream is cut by FIN after its tokens", func(t *testing.T) {
		text, err, x := send(t, "n2000000d", `{"kind":"fin-after","afterTokens":3}`, true)
		if err != nil || !strings.Contains(text, "word2 ") || strings.Contains(text, "word3 ") || strings.HasSuffix(text, "0\r\n\r\n") {
			t.Errorf("got %q %v", text, err)
		}
		if x.Text != "n2000000d word1 word2 " || len(x.Tokens) != 6 || x.Outcome != failed || x.DisconnectedNs != 0 {
			t.Errorf("reported %+v", x)
		}
	})
	t.Run("failure: an answer in one body is cut at its share", func(t *testing.T) {
		text, err, x := send(t, "n2000002a", `{"kind":"fin-after","afterTokens":4}`, false)
		response, parseErr := http.ReadResponse(bufio.NewReader(strings.NewReader(text)), nil)
		if parseErr != nil || err != nil {
			t.Fatal(parseErr, err)
		}
		body, bodyErr := io.ReadAll(response.Body)
		if !errors.Is(bodyErr, io.ErrUnexpectedEOF) || len(body) != int(response.ContentLength)/2 || x.SizeBytes != len(body) {
			t.Errorf("got %d of %d bytes, %v, reported %d", len(body), response.ContentLength, bodyErr, x.SizeBytes)
		}
	})
	t.Run("failure: silence lasts until the gateway disconnects, and the moment is known", func(t *testing.T) {
		u.script("n2000002b", `{"fail":{"kind":"silence"}}`)
		c := u.dial(t)
		c.sendChat("n2000002b", false)
		time.Sleep(30 * time.Millisecond)
		_ = c.conn.Close()
		x := u.exchange("n2000002b")
		if took := time.Duration(x.DisconnectedNs - x.ReceivedNs); x.Outcome != disconnected || took < 25*time.Millisecond || took > patience || x.Status != 0 || x.EndNs != x.DisconnectedNs {
			t.Errorf("after %v: %+v", took, x)
		}
	})
	t.Run("failure: a kept connection is closed at the next request", func(t *testing.T) {
		u.script("n2000002d", `{"fail":{"kind":"close-on-reuse"}}`)
		c := u.dial(t)
		c.sendChat("n2000002d", false)
		if got, err := c.answer(); err != nil || got.status != 200 {
			t.Fatalf("got %+v %v", got, err)
		}
		first := u.exchange("n2000002d")
		time.Sleep(10 * time.Millisecond)
		c.sendChat("n2000002e", false)
		if text, err := c.rest(); text != "" || err != nil && !isReset(err) {
			t.Errorf("got %q %v", text, err)
		}
		x := u.exchange("")
		if first.Outcome != complete || x.Operation != unread || x.Connection != first.Connection || x.Outcome != failed {
			t.Errorf("reported %+v and %+v", first, x)
		}
	})
	t.Run("failure: a connection is closed after the answer, unannounced", func(t *testing.T) {
		text, err, x := send(t, "n2000002f", `{"kind":"close-after","forMs":5}`, false)
		if err != nil || strings.Contains(strings.ToLower(text), "connection:") || !strings.HasSuffix(text, "}") || x.Outcome != complete {
			t.Errorf("got %q %v, reported %+v", text, err, x)
		}
	})
	t.Run("failure: connections are refused for a time, idle ones are closed", func(t *testing.T) {
		idle := u.dial(t)
		idle.sendChat("n2000003a", false)
		if _, err := idle.answer(); err != nil {
			t.Fatal(err)
		}
		u.exchange("n2000003a")
		u.script("", `{"fail":{"kind":"refuse-connection","forMs":60000}}`)
		if _, err := idle.rest(); err != nil {
			t.Errorf("the idle connection: %v", err)
		}
		if _, err := net.Dial("tcp", strings.TrimPrefix(u.address, "http://")); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("got %v", err)
		}
		u.script("")
		if got := u.chat("n2000003b"); got.status != 200 {
			t.Errorf("got %+v", got)
		}
	})
}

func TestBadStreams(t *testing.T) {
	u := startUpstream(t, "--ttft", "0s", "--itl", "0s", "--tokens", "4")
	send := func(t *testing.T, nonce, step string) (reply, report) {
		t.Helper()
		u.script(nonce, step)
		return u.stream(nonce), u.exchange(nonce)
	}
	t.Run("failure: the large event of a responses stream leaves the whole below 4 MiB", func(t *testing.T) {
		u.script("n3000002e", `{"fail":{"kind":"big-event","afterTokens":2}}`)
		response := u.post("/v1/responses", "application/json", `{"model":"m","stream":true,"input":"n3000002e"}`).body
		if last := strings.LastIndex(response, "event: "); len(response) > 4<<20 || len(response)-last < 1<<20 {
			t.Errorf("got a response of %d bytes, %d of them in its last event", len(response), len(response)-last)
		}
	})
	t.Run("failure: a character is split over two writes, at each of its bytes", func(t *testing.T) {
		got, x := send(t, "n3000002c", `{"pieces":["😀","😀","😀","😀"],"fail":{"kind":"split-character"}}`)
		if text, _, _ := contents(t, got.body); text != "😀😀😀😀" || x.Text != text {
			t.Errorf("got %q, reported %q", text, x.Text)
		}
		places := map[int]bool{}
		for i := 0; i < len(x.Writes); i += 2 {
			before := x.answerBody[:x.Writes[i]]
			if start := bytes.LastIndex(before, []byte("\xf0")); start >= 0 && len(before)-start < 4 {
				places[len(before)-start] = true
			}
		}
		if len(places) != 3 {
			t.Errorf("it was cut after %v bytes", places)
		}
	})
}
