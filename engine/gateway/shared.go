package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"sync"
	"syscall"
)

// SharedFile is what a script holds of a file: the bytes are one copy for all virtual users.
type SharedFile struct {
	SizeBytes int64 `js:"sizeBytes"`

	bytes  []byte
	sha256 string
}

func newSharedFile(bytes []byte) *SharedFile {
	digest := sha256.Sum256(bytes)
	return &SharedFile{SizeBytes: int64(len(bytes)), bytes: bytes, sha256: hex.EncodeToString(digest[:])}
}

// sharedFiles makes each file once in the process, whoever asks for it first.
type sharedFiles struct {
	mu   sync.Mutex
	made map[string]*SharedFile
}

func (s *sharedFiles) get(name string, read func() ([]byte, error)) (*SharedFile, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if file, ok := s.made[name]; ok {
		return file, nil
	}
	bytes, err := read()
	if err != nil {
		return nil, err
	}
	file := newSharedFile(bytes)
	s.made[name] = file
	return file, nil
}

// mapFile maps a file on disk for reading. It stays mapped until the process ends.
func mapFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("not a file: %s", path)
	}
	if info.Size() == 0 {
		return nil, nil
	}
	return syscall.Mmap(int(file.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
}
