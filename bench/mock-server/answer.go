package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net"
	"strconv"
	"time"
)

const head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n" +
	"Transfer-Encoding: chunked\r\n\r\n"

// origin carries a monotonic reading, so that a step of the wall clock changes no time.
var origin = time.Now()

// filler is what a large body consists of.
var filler = bytes.Repeat([]byte("0123456789abcdef"), 4<<10)

// answer writes streams to one connection.
type answer struct {
	conn    net.Conn
	s       settings
	written []int64
	pending []byte
	event   []byte
	id      string
	created int64
}

func newAnswer(conn net.Conn, s settings) *answer {
	return &answer{conn: conn, s: s}
}

// write writes one answer.
func (a *answer) write(receivedAt time.Time) error {
	if a.s.bytes > 0 {
		return a.body()
	}
	return a.stream(receivedAt)
}

// body writes one JSON string of the stated size.
func (a *answer) body() error {
	a.pending = fmt.Appendf(a.pending[:0],
		"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n\"", a.s.bytes)
	if _, err := a.conn.Write(a.pending); err != nil {
		return err
	}
	left := a.s.bytes - 2
	for left > 0 {
		count, err := a.conn.Write(filler[:min(left, int64(len(filler)))])
		if err != nil {
			return err
		}
		left -= int64(count)
	}
	_, err := a.conn.Write([]byte{'"'})
	return err
}

// stream writes one answer at the token clock.
func (a *answer) stream(receivedAt time.Time) error {
	a.written = a.written[:0]
	a.id, a.created = newID(), receivedAt.Unix()
	a.pending = append(a.pending[:0], head...)
	a.chunk(`{"role":"assistant","content":""}`, "null")
	for n := range a.s.tokens {
		due := receivedAt.Add(a.s.ttft + time.Duration(n)*a.s.itl)
		if wait := time.Until(due); wait > 0 {
			time.Sleep(wait)
		}
		a.chunk(`{"content":"word`+strconv.Itoa(n)+` "}`, "null")
		if err := a.flush(); err != nil {
			return err
		}
	}
	a.chunk(`{}`, `"stop"`)
	if a.s.clock {
		a.event = append(a.event[:0], ": clock "...)
		a.event = strconv.AppendInt(a.event, unixNs(receivedAt), 10)
		for _, at := range a.written {
			a.event = strconv.AppendInt(append(a.event, ' '), at, 10)
		}
		a.send()
	}
	a.event = append(a.event[:0], "data: [DONE]"...)
	a.send()
	a.pending = append(a.pending, "0\r\n\r\n"...)
	_, err := a.conn.Write(a.pending)
	return err
}

// chunk adds an event of the stream to what is written next.
func (a *answer) chunk(delta, finishReason string) {
	a.event = fmt.Appendf(a.event[:0],
		`data: {"id":"%s","object":"chat.completion.chunk","created":%d,"model":"ref-chat",`+
			`"choices":[{"index":0,"delta":%s,"finish_reason":%s}]}`, a.id, a.created, delta, finishReason)
	a.send()
}

// send frames the event as a chunk of the body.
func (a *answer) send() {
	a.event = append(a.event, "\n\n"...)
	a.pending = strconv.AppendInt(a.pending, int64(len(a.event)), 16)
	a.pending = append(append(append(a.pending, "\r\n"...), a.event...), "\r\n"...)
}

func (a *answer) flush() error {
	if a.s.together {
		return nil
	}
	a.written = append(a.written, unixNs(time.Now()))
	_, err := a.conn.Write(a.pending)
	a.pending = a.pending[:0]
	return err
}

func unixNs(at time.Time) int64 {
	return origin.UnixNano() + int64(at.Sub(origin))
}

func newID() string {
	var random [16]byte
	_, _ = rand.Read(random[:])
	return "chatcmpl-" + hex.EncodeToString(random[:])
}
