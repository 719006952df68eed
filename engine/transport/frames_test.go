package transport

import (
	"bytes"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/http2"
)

func TestFramesAreFollowedInAnyPieces(t *testing.T) {
	var wire bytes.Buffer
	framer := http2.NewFramer(&wire, nil)
	_ = framer.WriteSettings()
	_ = framer.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: []byte{0x88}, EndHeaders: true})
	_ = framer.WriteData(1, false, []byte("hello"))
	_ = framer.WriteDataPadded(3, false, []byte("padded"), make([]byte, 9))
	_ = framer.WriteData(1, true, nil)
	_ = framer.WriteRSTStream(3, http2.ErrCodeCancel)
	for size := 1; size <= wire.Len(); size++ {
		var f frames
		data, begun, ended := map[uint32]int{}, []uint32{}, []uint32{}
		for piece := range slices.Chunk(wire.Bytes(), size) {
			f.follow(piece, func() {
				if f.kind == http2.FrameHeaders {
					begun = append(begun, f.stream)
				}
			}, func(count int) { data[f.stream] += count }, func() {
				if f.endsStream() {
					ended = append(ended, f.stream)
				}
			})
		}
		if data[1] != 5 || data[3] != 6 || !slices.Equal(begun, []uint32{1}) || !slices.Equal(ended, []uint32{1, 3}) {
			t.Errorf("in pieces of %d bytes: got %v, %v, %v", size, data, begun, ended)
		}
	}
}

// piecesConn is a connection whose reads return these pieces.
type piecesConn struct {
	net.Conn
	pieces [][]byte
}

func (c *piecesConn) Read(b []byte) (int, error) {
	if len(c.pieces) == 0 {
		return 0, io.EOF
	}
	count := copy(b, c.pieces[0])
	c.pieces = c.pieces[1:]
	return count, nil
}

func dataOf(stream uint32, text string) []byte {
	var wire bytes.Buffer
	_ = http2.NewFramer(&wire, nil).WriteData(stream, false, []byte(text))
	return wire.Bytes()
}

func TestTheBytesOfAStreamHaveTheTimesOfTheirReads(t *testing.T) {
	base := NewConn(&piecesConn{pieces: [][]byte{
		slices.Concat(dataOf(3, "x"), dataOf(1, "he")), dataOf(1, "llo"), dataOf(3, "later, on another stream"),
	}})
	conn := newHTTP2Conn(base, base)
	conn.begin(1, 0)
	conn.begin(3, 0)
	var readNs []int64
	for range 3 {
		_, _ = conn.Read(make([]byte, 1024))
		readNs = append(readNs, base.readNs.Load())
		time.Sleep(time.Millisecond)
	}
	trace := &Trace{begun: make(chan struct{}), stream: conn.stream(1)}
	close(trace.begun)
	trace.connection.Store(&connection{conn: base, http2: conn})
	body := trace.Timed(strings.NewReader("hello"))
	for n, want := range []string{"he", "llo"} {
		b := make([]byte, 16)
		count, err := body.Read(b)
		if got := string(b[:count]); err != nil || got != want || trace.LastReadNs() != readNs[n] {
			t.Errorf("got %q, %v at %d, want %q at %d", got, err, trace.LastReadNs(), want, readNs[n])
		}
	}
}
