package upload

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestDisk(t *testing.T) {
	folder := t.TempDir()
	pipe, large := filepath.Join(folder, "pipe"), filepath.Join(folder, "large")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 1<<40); err != nil {
		t.Fatal(err)
	}
	for name, refused := range map[string]struct{ path, message string }{
		"a pipe without a writer":    {pipe, "not a regular file"},
		"a device without an end":    {"/dev/zero", "not a regular file"},
		"a folder":                   {folder, "not a regular file"},
		"a file of a tebibyte":       {large, "the file is too large"},
		"a file that does not exist": {filepath.Join(folder, "none"), "no such file"},
	} {
		t.Run("disk: "+name+" is refused at once", func(t *testing.T) {
			_, err := NewSharedFiles().Disk(refused.path)
			if err == nil || !strings.Contains(err.Error(), refused.message) {
				t.Errorf("got the error %v", err)
			}
		})
	}
}
