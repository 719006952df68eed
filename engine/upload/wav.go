package upload

import (
	"encoding/binary"
	"math/rand/v2"
)

// MinWAVBytes is the size of the header of a WAV file with one format and one data chunk.
const MinWAVBytes = 44

const wavSamplesPerSecond = 16000

// newWAV returns a WAV file of exactly this size: mono, one byte per sample, so that any size is a
// whole number of samples. The samples are always the same noise: a gateway that compresses or skips
// silence would make an upload look smaller than it is.
func newWAV(sizeBytes int) []byte {
	file := make([]byte, sizeBytes)
	copy(file, "RIFF")
	binary.LittleEndian.PutUint32(file[4:], uint32(sizeBytes-8))
	copy(file[8:], "WAVEfmt ")
	binary.LittleEndian.PutUint32(file[16:], 16)
	binary.LittleEndian.PutUint16(file[20:], 1) // PCM
	binary.LittleEndian.PutUint16(file[22:], 1) // channels
	binary.LittleEndian.PutUint32(file[24:], wavSamplesPerSecond)
	binary.LittleEndian.PutUint32(file[28:], wavSamplesPerSecond)
	binary.LittleEndian.PutUint16(file[32:], 1) // bytes per frame
	binary.LittleEndian.PutUint16(file[34:], 8) // bits per sample
	copy(file[36:], "data")
	binary.LittleEndian.PutUint32(file[40:], uint32(sizeBytes-MinWAVBytes))
	_, _ = rand.NewChaCha8([32]byte{}).Read(file[MinWAVBytes:])
	return file
}
