package upload

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
)

// maxFileBytes limits a file on disk: it is hashed before the first upload.
const maxFileBytes = 1 << 30

// SharedFile is a file as scripts see it: all virtual users share one copy of its bytes.
type SharedFile struct {
	SizeBytes int64 `js:"sizeBytes"`
	// SHA256 is for the frame; scripts do not see it.
	SHA256 string `js:"-"`

	bytes []byte
}

func newSharedFile(bytes []byte) *SharedFile {
	digest := sha256.Sum256(bytes)
	return &SharedFile{SizeBytes: int64(len(bytes)), SHA256: hex.EncodeToString(digest[:]), bytes: bytes}
}

// SharedFiles loads each file once per process.
type SharedFiles struct {
	mu     sync.Mutex
	loaded map[string]*SharedFile
}

// NewSharedFiles returns none yet.
func NewSharedFiles() *SharedFiles {
	return &SharedFiles{loaded: map[string]*SharedFile{}}
}

// WAV returns a WAV file of this size, at least MinWAVBytes.
func (s *SharedFiles) WAV(sizeBytes int) *SharedFile {
	file, _ := s.get(fmt.Sprintf("wav:%d", sizeBytes), func() ([]byte, error) { return newWAV(sizeBytes), nil })
	return file
}

// Disk returns a file on disk, mapped into memory.
func (s *SharedFiles) Disk(path string) (*SharedFile, error) {
	return s.get("file:"+path, func() ([]byte, error) { return mapFile(path) })
}

func (s *SharedFiles) get(name string, load func() ([]byte, error)) (*SharedFile, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if file, ok := s.loaded[name]; ok {
		return file, nil
	}
	bytes, err := load()
	if err != nil {
		return nil, err
	}
	file := newSharedFile(bytes)
	s.loaded[name] = file
	return file, nil
}

// mapFile returns the bytes of a file on disk.
func mapFile(path string) ([]byte, error) {
	info, err := os.Stat(path) // before it is opened: opening a pipe waits for its writer
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("not a regular file: %s", path)
	}
	if info.Size() > maxFileBytes {
		return nil, fmt.Errorf("the file is too large: %s has %d bytes, limit %d", path, info.Size(), maxFileBytes)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	if info.Size() == 0 {
		return nil, nil
	}
	return mapBytes(file, info.Size())
}

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
