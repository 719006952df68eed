package transport

import (
	"encoding/binary"
	"io"
	"net"
	"sync"
	"sync/atomic"

	"golang.org/x/net/http2"

	"assay/engine/clock"
)

// frameHeadBytes is the size of what precedes the payload of a frame (RFC 9113, 4.1).
const frameHeadBytes = 9

// frames follows the frames of one direction of a connection, in whatever pieces they come.
type frames struct {
	head [frameHeadBytes]byte
	have int
	// left is what is still to come of the payload, data how much of that is of a body.
	left, data int
	padded     bool
	kind       http2.FrameType
	flags      http2.Flags
	stream     uint32
}

// follow calls onHead after the head of each frame, onData with the size of each piece of a body, and onEnd after the frame.
func (f *frames) follow(b []byte, onHead func(), onData func(count int), onEnd func()) {
	for len(b) > 0 {
		if f.have < frameHeadBytes {
			taken := copy(f.head[f.have:], b)
			f.have += taken
			b = b[taken:]
			if f.have < frameHeadBytes {
				return
			}
			f.readHead()
			onHead()
		}
		if f.padded && len(b) > 0 {
			f.padded = false
			f.left, f.data = f.left-1, max(0, f.left-1-int(b[0]))
			b = b[1:]
		}
		taken := min(f.left, len(b))
		if body := min(taken, f.data); body > 0 {
			f.data -= body
			onData(body)
		}
		f.left -= taken
		b = b[taken:]
		if f.left == 0 {
			f.have = 0
			onEnd()
		}
	}
}

func (f *frames) readHead() {
	f.left = int(f.head[0])<<16 | int(binary.BigEndian.Uint16(f.head[1:]))
	f.kind, f.flags = http2.FrameType(f.head[3]), http2.Flags(f.head[4])
	f.stream = binary.BigEndian.Uint32(f.head[5:]) &^ (1 << 31)
	f.data = 0
	if f.kind == http2.FrameData {
		f.padded = f.flags.Has(http2.FlagDataPadded) && f.left > 0
		f.data = f.left
	}
}

// endsStream returns whether nothing follows on its stream in this direction.
func (f *frames) endsStream() bool {
	carries := f.kind == http2.FrameData || f.kind == http2.FrameHeaders
	return f.kind == http2.FrameRSTStream || carries && f.flags.Has(http2.FlagDataEndStream)
}

// stream is what a connection knows of one request on it.
type stream struct {
	// sentNs is when the first bytes of the request went to the connection.
	sentNs int64
	mu     sync.Mutex
	// received is the size of the body that was read from the connection.
	received int64
	// arrivals are those of bytes that were not taken yet.
	arrivals []arrival
}

// arrival is the end of what one read from the connection brought of a body, and when that read returned.
type arrival struct {
	end, ns int64
}

func (s *stream) arrived(count int, ns int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.received += int64(count)
	if last := len(s.arrivals) - 1; last >= 0 && s.arrivals[last].ns == ns {
		s.arrivals[last].end = s.received
	} else {
		s.arrivals = append(s.arrivals, arrival{s.received, ns})
	}
}

// at returns the arrival of the byte at an offset, and forgets those before it.
func (s *stream) at(offset int64) (arrival, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.arrivals) > 0 && s.arrivals[0].end <= offset {
		s.arrivals = s.arrivals[1:]
	}
	if len(s.arrivals) == 0 {
		return arrival{}, false
	}
	return s.arrivals[0], true
}

// http2Conn is a connection that carries HTTP/2. It follows the frames, because the client that sends on it does not say
// when the bytes of a stream came: between their read and the moment in which a goroutine gets them, others may have come.
type http2Conn struct {
	// Conn is the plain connection, or TLS over it.
	net.Conn
	base    *Conn
	in, out frames
	preface int
	mu      sync.Mutex
	streams map[uint32]*stream
	// sent is the stream whose request was begun last, until it is known whose that is.
	sent atomic.Pointer[stream]
}

func newHTTP2Conn(conn net.Conn, base *Conn) *http2Conn {
	return &http2Conn{Conn: conn, base: base, preface: len(http2.ClientPreface), streams: map[uint32]*stream{}}
}

// NetConn returns the connection that bytes are counted on.
func (c *http2Conn) NetConn() net.Conn {
	return c.base
}

func (c *http2Conn) Read(b []byte) (int, error) {
	count, err := c.Conn.Read(b)
	ns := c.base.readNs.Load()
	c.in.follow(b[:count], func() {}, func(count int) {
		if s := c.stream(c.in.stream); s != nil {
			s.arrived(count, ns)
		}
	}, func() {
		if c.in.endsStream() {
			c.forget(c.in.stream)
		}
	})
	return count, err
}

// Write is called by one goroutine at a time, as net/http2 does it.
func (c *http2Conn) Write(b []byte) (int, error) {
	skipped := min(c.preface, len(b))
	c.preface -= skipped
	nowNs := clock.NowNs()
	c.out.follow(b[skipped:], func() {
		switch c.out.kind {
		case http2.FrameHeaders:
			c.begin(c.out.stream, nowNs)
		case http2.FrameRSTStream:
			c.forget(c.out.stream)
		}
	}, func(int) {}, func() {})
	return c.Conn.Write(b)
}

func (c *http2Conn) stream(id uint32) *stream {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.streams[id]
}

// begin notes the stream of a request; trailers have that of their request.
func (c *http2Conn) begin(id uint32, ns int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.streams[id] == nil {
		c.streams[id] = &stream{sentNs: ns}
		c.sent.Store(c.streams[id])
	}
}

func (c *http2Conn) forget(id uint32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.streams, id)
}

// streamBody reads the body of a stream so that one read returns bytes that came together.
type streamBody struct {
	io.Reader
	trace  *Trace
	offset int64
}

func (b *streamBody) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	<-b.trace.begun
	s := b.trace.stream
	at, isThere := s.at(b.offset)
	if !isThere {
		// Waits for the next byte: then it is known what came with it.
		count, err := b.Reader.Read(p[:1])
		if count == 0 {
			return 0, err
		}
		at, _ = s.at(b.offset)
		b.offset++
		b.trace.bodyNs.Store(at.ns)
		rest := min(int64(len(p)-1), at.end-b.offset)
		if rest <= 0 || err != nil {
			return 1, err
		}
		count, err = b.Reader.Read(p[1 : 1+rest])
		b.offset += int64(count)
		return 1 + count, err
	}
	b.trace.bodyNs.Store(at.ns)
	count, err := b.Reader.Read(p[:min(int64(len(p)), at.end-b.offset)])
	b.offset += int64(count)
	return count, err
}
