package body

import "sync"

// Chunks have few sizes, so that they can be used again: most answers fit in the first, and large
// ones waste little.
const (
	smallChunk  = 8 << 10
	middleChunk = 16 << 10
	largeChunk  = 64 << 10
)

var (
	smallChunks  = sync.Pool{New: func() any { return new([smallChunk]byte) }}
	middleChunks = sync.Pool{New: func() any { return new([middleChunk]byte) }}
	largeChunks  = sync.Pool{New: func() any { return new([largeChunk]byte) }}
)

// newChunk returns an empty chunk with room for at least this many bytes.
func newChunk(size int) []byte {
	switch {
	case size <= smallChunk:
		return smallChunks.Get().(*[smallChunk]byte)[:0]
	case size <= middleChunk:
		return middleChunks.Get().(*[middleChunk]byte)[:0]
	case size <= largeChunk:
		return largeChunks.Get().(*[largeChunk]byte)[:0]
	default:
		return make([]byte, 0, size)
	}
}

// reuse keeps a chunk for the next answer. Chunks of other sizes are left to the collector.
func reuse(chunk []byte) {
	chunk = chunk[:cap(chunk)]
	switch len(chunk) {
	case smallChunk:
		smallChunks.Put((*[smallChunk]byte)(chunk))
	case middleChunk:
		middleChunks.Put((*[middleChunk]byte)(chunk))
	case largeChunk:
		largeChunks.Put((*[largeChunk]byte)(chunk))
	}
}

// chunkSize returns the size of the chunk after this many.
func chunkSize(count int) int {
	switch count {
	case 0:
		return smallChunk
	case 1:
		return middleChunk
	default:
		return largeChunk
	}
}
