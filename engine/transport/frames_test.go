package transport

import (
	"bytes"
	"slices"
	"testing"

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
