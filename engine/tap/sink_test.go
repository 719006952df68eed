package tap

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFileSink(t *testing.T) {
	modeAfter := func(t *testing.T, path string) os.FileMode {
		t.Helper()
		sink, err := newFileSink(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := sink.Close(); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	t.Run("recording: only its owner can read it", func(t *testing.T) {
		if mode := modeAfter(t, filepath.Join(t.TempDir(), "run.rec")); mode != 0o600 {
			t.Errorf("its mode is %o", mode)
		}
	})
	t.Run("recording: so it is where a file that others could read was there", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "run.rec")
		if err := os.WriteFile(path, []byte("earlier"), 0o644); err != nil {
			t.Fatal(err)
		}
		if mode := modeAfter(t, path); mode != 0o600 {
			t.Errorf("its mode is %o", mode)
		}
	})
}
