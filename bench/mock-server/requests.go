package main

import (
	"bytes"
	"errors"
	"net"
	"strconv"
	"time"
)

// requests reads one request after the other from a connection and discards their content.
type requests struct {
	conn   net.Conn
	buffer []byte
	filled int
}

var (
	headEnd       = []byte("\r\n\r\n")
	contentLength = []byte("\r\ncontent-length:")
)

func newRequests(conn net.Conn) *requests {
	return &requests{conn: conn, buffer: make([]byte, 64<<10)}
}

// next returns when the headers of the next request had arrived, after its body has been read.
func (r *requests) next() (receivedAt time.Time, err error) {
	end := -1
	for end < 0 {
		if err := r.read(); err != nil {
			return receivedAt, err
		}
		receivedAt = time.Now()
		end = bytes.Index(r.buffer[:r.filled], headEnd)
	}
	whole := end + len(headEnd) + bodyBytes(r.buffer[:end])
	for whole > r.filled {
		if err := r.read(); err != nil {
			return receivedAt, err
		}
	}
	r.filled = copy(r.buffer, r.buffer[whole:r.filled])
	return receivedAt, nil
}

func (r *requests) read() error {
	if r.filled == len(r.buffer) {
		return errors.New("the request is larger than the buffer")
	}
	count, err := r.conn.Read(r.buffer[r.filled:])
	r.filled += count
	return err
}

func bodyBytes(head []byte) int {
	lower := bytes.ToLower(head)
	at := bytes.Index(lower, contentLength)
	if at < 0 {
		return 0
	}
	value, _, _ := bytes.Cut(lower[at+len(contentLength):], []byte("\r\n"))
	length, _ := strconv.Atoi(string(bytes.TrimSpace(value)))
	return length
}
