package upload

import (
	"io"
	"os"
)

// mapBytes reads the file: Go maps no files on Windows.
func mapBytes(file *os.File, size int64) ([]byte, error) {
	bytes := make([]byte, size)
	_, err := io.ReadFull(file, bytes)
	return bytes, err
}
