// Package request reads the HTTP/1.1 requests of a gateway, with the times of their bytes.
package request

import (
	"bytes"
	"errors"
	"io"

	"assay/engine/clock"
)

const (
	firstBufferBytes = 4 << 10
	// maxHeadBytes limits the request line with all headers.
	maxHeadBytes = 64 << 10
)

// Malformed is a request that cannot be read: it is answered with this status, and the connection
// ends.
type Malformed struct {
	Status  int
	Problem string
}

func (m *Malformed) Error() string {
	return m.Problem
}

// Reader reads one request after the other from a connection.
type Reader struct {
	source io.Reader
	buffer []byte
	// start and end enclose what was read and not used.
	start, end int
	// readNs is when the last read returned, in ns since the origin.
	readNs int64
	// failure is the error that ended the connection.
	failure error
}

// NewReader returns a reader of a connection.
func NewReader(source io.Reader) *Reader {
	return &Reader{source: source, buffer: make([]byte, firstBufferBytes)}
}

// ReadNs returns when the last read returned.
func (r *Reader) ReadNs() int64 {
	return r.readNs
}

// Await waits for the first byte of the next request and returns when it arrived.
func (r *Reader) Await() (int64, error) {
	if r.start == r.end {
		if err := r.Fill(); err != nil {
			return 0, err
		}
	}
	return r.readNs, nil
}

// Fill reads once. It returns io.ErrShortBuffer when there is no room for more.
func (r *Reader) Fill() error {
	if r.failure != nil {
		return r.failure
	}
	if r.start == r.end {
		r.start, r.end = 0, 0
	}
	if r.end == len(r.buffer) && !r.makeRoom() {
		return io.ErrShortBuffer
	}
	count, err := r.source.Read(r.buffer[r.end:])
	r.readNs = clock.NowNs()
	r.end += count
	if count > 0 {
		return nil
	}
	if err == nil {
		err = io.ErrNoProgress
	}
	if !isTimeout(err) {
		r.failure = err
	}
	return err
}

func isTimeout(err error) bool {
	var timeout interface{ Timeout() bool }
	return errors.As(err, &timeout) && timeout.Timeout()
}

// makeRoom moves what is not used to the start of the buffer, or enlarges it.
func (r *Reader) makeRoom() bool {
	if r.start > 0 {
		r.end = copy(r.buffer, r.buffer[r.start:r.end])
		r.start = 0
		return true
	}
	if len(r.buffer) >= maxHeadBytes {
		return false
	}
	larger := make([]byte, min(maxHeadBytes, 4*len(r.buffer)))
	copy(larger, r.buffer[:r.end])
	r.buffer = larger
	return true
}

// Head reads the request line and the headers of the next request.
func (r *Reader) Head(head *Head) error {
	searched := 0
	for {
		r.skipEmptyLines()
		text := r.buffer[r.start:r.end]
		if end := headEnd(text, searched); end >= 0 {
			r.start += end
			return head.parse(string(text[:end]))
		}
		searched = max(0, len(text)-3)
		if err := r.Fill(); errors.Is(err, io.ErrShortBuffer) {
			return &Malformed{431, "The headers of the request have more than 64 KiB."}
		} else if err != nil {
			return err
		}
	}
}

// skipEmptyLines ignores line breaks before a request, as RFC 9112 §2.2 wants it.
func (r *Reader) skipEmptyLines() {
	for r.start < r.end && (r.buffer[r.start] == '\r' || r.buffer[r.start] == '\n') {
		r.start++
	}
}

// headEnd returns where the headers end, after the empty line; -1 where they do not.
func headEnd(text []byte, from int) int {
	for {
		at := bytes.IndexByte(text[from:], '\n')
		if at < 0 {
			return -1
		}
		from += at + 1
		switch {
		case from < len(text) && text[from] == '\n':
			return from + 1
		case from+1 < len(text) && text[from] == '\r' && text[from+1] == '\n':
			return from + 2
		}
	}
}

// take returns at least one byte that is buffered or read, at most limit, and uses it.
func (r *Reader) take(limit int) ([]byte, error) {
	if r.start == r.end {
		if err := r.Fill(); err != nil {
			return nil, err
		}
	}
	count := min(limit, r.end-r.start)
	r.start += count
	return r.buffer[r.start-count : r.start], nil
}

// readInto reads into the caller's bytes: what is buffered first, then directly from the connection.
func (r *Reader) readInto(p []byte) (int, error) {
	if r.start < r.end {
		count := copy(p, r.buffer[r.start:r.end])
		r.start += count
		return count, nil
	}
	if r.failure != nil {
		return 0, r.failure
	}
	count, err := r.source.Read(p)
	r.readNs = clock.NowNs()
	if count > 0 {
		return count, nil
	}
	if err != nil && !isTimeout(err) {
		r.failure = err
	}
	return 0, err
}

// IsOver returns whether the connection has ended.
func (r *Reader) IsOver() bool {
	return r.failure != nil
}
