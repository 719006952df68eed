//go:build unix

package upload

import (
	"os"
	"syscall"
)

// mapBytes maps an open file into memory for reading. It stays mapped until the process ends.
func mapBytes(file *os.File, size int64) ([]byte, error) {
	return syscall.Mmap(int(file.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
}
