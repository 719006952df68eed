package upstream

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

func TestUploads(t *testing.T) {
	u := startUpstream(t, "--ttft", "0s", "--itl", "0s")
	content := make([]byte, 160<<10)
	upload := func(nonce string) (head, body string) {
		copy(content[44:], nonce+" ")
		contentType, body := form("a.wav", content)
		return fmt.Sprintf("POST /audio/transcriptions HTTP/1.1\r\nHost: a\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", contentType, len(body)), body
	}
	t.Run("upload: one that takes long is reported as begun meanwhile", func(t *testing.T) {
		head, body := upload("n5000000a")
		c := u.dial(t)
		start := time.Now()
		c.send(head + body[:70<<10])
		u.await(frameBegun, func(f frame) bool { return strings.Contains(string(f.header), `"nonces":["n5000000a"]`) })
		if took := time.Since(start); took < 900*time.Millisecond {
			t.Errorf("begun after %v", took)
		}
		c.send(body[70<<10:])
		if got, err := c.answer(); err != nil || got.status != 200 {
			t.Errorf("%+v %v", got, err)
		}
	})
	t.Run("upload: a gateway that disconnects within it is reported", func(t *testing.T) {
		head, body := upload("n5000000c")
		c := u.dial(t)
		c.send(head + body[:80<<10])
		time.Sleep(20 * time.Millisecond)
		_ = c.conn.Close()
		if x := u.exchange("n5000000c"); x.RequestComplete || x.Outcome != disconnected || x.DisconnectedNs == 0 || x.Status != 0 {
			t.Errorf("reported %+v", x)
		}
	})
	t.Run("upload: chunks, 100-continue and pipelined requests", func(t *testing.T) {
		c := u.dial(t)
		c.send("POST /v1/responses HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n")
		if line, _ := c.reader.ReadString('\n'); line != "HTTP/1.1 100 Continue\r\n" {
			t.Fatalf("got %q", line)
		}
		_, _ = c.reader.ReadString('\n')
		body := `{"model":"m","input":"n5000000d"}`
		c.send("5;x=y\r\n" + body[:5] + "\r\n" + fmt.Sprintf("%x\r\n%s\r\n0\r\nx-trailer: 1\r\n\r\n", len(body)-5, body[5:]) +
			"GET /models HTTP/1.1\r\nHost: a\r\n\r\n")
		first, err := c.answer()
		second, secondErr := c.answer()
		if err != nil || secondErr != nil || first.status != 200 || !strings.Contains(second.body, `"object":"list"`) {
			t.Errorf("%+v %v, %+v %v", first, err, second, secondErr)
		}
		if x := u.exchange("n5000000d"); string(x.requestBody) != body || x.RequestBytes != len(body) {
			t.Errorf("reported %q", x.requestBody)
		}
	})
	t.Run("disconnect: within a stream, at its time", func(t *testing.T) {
		u.script("n5000000e", `{"tokens":2000,"itlMs":5}`)
		c := u.dial(t)
		c.sendChat("n5000000e", true)
		for line := ""; !strings.Contains(line, "word4 "); line, _ = c.reader.ReadString('\n') {
			continue
		}
		_ = c.conn.Close()
		x := u.exchange("n5000000e")
		if tokens := len(x.Tokens) / 2; x.Outcome != disconnected || tokens < 5 || tokens > 1500 || x.DisconnectedNs < x.Tokens[8] {
			t.Errorf("reported %d tokens, %+v", tokens, x.Outcome)
		}
	})
	t.Run("backpressure: a gateway that reads nothing stops the writes, and their times show it", func(t *testing.T) {
		u.script("n5000000f", `{"tokens":1024,"pieceBytes":65536}`)
		c := u.dial(t)
		c.sendChat("n5000000f", true)
		time.Sleep(100 * time.Millisecond)
		pause := time.Now()
		_, _ = io.CopyN(io.Discard, c.reader, 48<<20)
		took := time.Since(pause)
		_ = c.conn.Close()
		x := u.exchange("n5000000f")
		before := 0
		for i := 0; i < len(x.Writes); i += 2 {
			if x.Writes[i+1] < x.ReceivedNs+int64(100*time.Millisecond) {
				before = int(x.Writes[i])
			}
		}
		if before == 0 || before > 24<<20 || x.Outcome != disconnected || x.SizeBytes < 48<<20 || x.SizeBytes > 64<<20 {
			t.Errorf("%d bytes written before the first read, %d in all, the rest read in %v, %s", before, x.SizeBytes, took, x.Outcome)
		}
		if x.Text != "" || x.TextLength < 40<<20 || x.KeptBytes != 64<<10 {
			t.Errorf("reported a text of %d, %d bytes kept", x.TextLength, x.KeptBytes)
		}
	})
}
