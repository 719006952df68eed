package framing

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// pair returns a sink with a spool of this many bytes, and the other side of its socket, which reads nothing yet.
func pair(t *testing.T, limit int64) (*SpooledSink, *net.UnixConn) {
	t.Helper()
	return pairThat(t, limit, nil)
}

func pairThat(t *testing.T, limit int64, isBusy func() bool) (*SpooledSink, *net.UnixConn) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "socket")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	near, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	far, err := listener.AcceptUnix()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = far.Close() })
	_ = near.SetWriteBuffer(4096)
	closed := make(chan struct{})
	close(closed)
	socket := SocketSink{Conn: near, PeerClosed: closed, Patience: time.Minute, OnStall: func() {}}
	sink, err := NewSpooledSink(socket, t.TempDir(), limit, isBusy)
	if err != nil {
		t.Fatal(err)
	}
	return sink, far
}

// frameOf returns bytes that no other frame has.
func frameOf(index, size int) []byte {
	random := rand.New(rand.NewPCG(uint64(index), 1))
	var frame []byte
	for len(frame) < size {
		frame = binary.LittleEndian.AppendUint64(frame, random.Uint64())
	}
	return frame
}

func TestSpooledSink(t *testing.T) {
	const frames, size = 300, 32 << 10
	var want bytes.Buffer
	for i := range frames {
		want.Write(frameOf(i, size))
	}
	write := func(t *testing.T, sink *SpooledSink) {
		for i := range frames {
			if err := sink.Write([][]byte{frameOf(i, size)}); err != nil {
				t.Error(err)
				return
			}
		}
		if err := sink.Close(); err != nil {
			t.Error(err)
		}
	}

	t.Run("spool: a sender need not wait for a reader that reads nothing, and nothing is lost", func(t *testing.T) {
		sink, far := pair(t, 1<<30)
		for i := range frames {
			if err := sink.Write([][]byte{frameOf(i, size)}); err != nil {
				t.Fatal(err)
			}
		}
		if waiting := sink.WaitingBytes(); waiting < frames*size-(2<<20) || sink.writtenAt == 0 {
			t.Errorf("%d bytes wait, %d in the file", waiting, sink.writtenAt)
		}
		go func() { _ = sink.Close() }()
		if got, err := io.ReadAll(far); err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%d of %d bytes came, or others: %v", len(got), want.Len(), err)
		}
	})
	for name, limit := range map[string]int64{
		"larger than a piece": 3<<20 + 12345, "smaller than a frame": 10,
	} {
		t.Run("spool: a full file "+name+" makes the sender wait, in the order of the frames", func(t *testing.T) {
			sink, far := pair(t, limit)
			go write(t, sink)
			time.Sleep(50 * time.Millisecond)
			sink.mu.Lock()
			if waiting := sink.memoryBytes + sink.writtenAt - sink.readAt; waiting > limit+inMemoryBytes+size {
				t.Errorf("%d bytes wait", waiting)
			}
			sink.mu.Unlock()
			if got, err := io.ReadAll(far); err != nil || !bytes.Equal(got, want.Bytes()) {
				t.Errorf("%d of %d bytes came, or others: %v", len(got), want.Len(), err)
			}
		})
	}
	t.Run("spool: where the file cannot be written, frames wait in memory, as far as there is room", func(t *testing.T) {
		sink, far := pair(t, 1<<30)
		_ = sink.file.Close()
		unwritable, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		sink.file = unwritable
		go write(t, sink)
		if got, err := io.ReadAll(far); err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%d of %d bytes came, or others: %v", len(got), want.Len(), err)
		}
	})
	t.Run("spool: while the cores are busy, little is sent, and all once the load has ended", func(t *testing.T) {
		var busy atomic.Bool
		busy.Store(true)
		sink, far := pairThat(t, 1<<30, busy.Load)
		received := make(chan []byte)
		go func() {
			all, _ := io.ReadAll(far)
			received <- all
		}()
		for i := range frames {
			if err := sink.Write([][]byte{frameOf(i, size)}); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(3 * paceInterval)
		if waiting := sink.WaitingBytes(); waiting < frames*size-inMemoryBytes-size {
			t.Errorf("only %d bytes wait", waiting)
		}
		start := time.Now()
		if err := sink.Close(); err != nil {
			t.Error(err)
		}
		if got := <-received; !bytes.Equal(got, want.Bytes()) || time.Since(start) > 150*paceInterval {
			t.Errorf("%d of %d bytes came, or others, in %v", len(got), want.Len(), time.Since(start))
		}
	})
	t.Run("pace: it halves while the cores are busy, and doubles while they are not", func(t *testing.T) {
		busy := true
		paced := pace{isBusy: func() bool { return busy }, bytes: mostPace}
		paces := func(count int) (all []int64) {
			for range count {
				paced.begin(time.Now())
				all = append(all, paced.bytes)
			}
			return all
		}
		if got := paces(9); got[0] != mostPace/2 || got[7] != leastPace || got[8] != leastPace {
			t.Errorf("got %v", got)
		}
		busy = false
		if got := paces(9); got[0] != 2*leastPace || got[6] != mostPace || got[8] != mostPace {
			t.Errorf("got %v", got)
		}
	})
	t.Run("spool: a reader that goes away is reported to the sender", func(t *testing.T) {
		sink, far := pair(t, 1<<30)
		_ = far.Close()
		failed := false
		for range 10_000 {
			failed = failed || sink.Write([][]byte{frameOf(1, size)}) != nil
			time.Sleep(time.Millisecond)
		}
		if !failed {
			t.Error("no write failed")
		}
		if sink.Close() == nil {
			t.Error("the end did not fail")
		}
	})
	t.Run("spool: a folder that does not exist is refused", func(t *testing.T) {
		if _, err := NewSpooledSink(SocketSink{}, filepath.Join(t.TempDir(), "none"), 1, nil); err == nil {
			t.Error("no error")
		}
	})
	t.Run("spool: its file has no name, and frees the disk once all is read", func(t *testing.T) {
		sink, far := pair(t, 1<<30)
		if _, err := os.Stat(sink.file.Name()); err == nil {
			t.Errorf("%s exists", sink.file.Name())
		}
		for i := range frames {
			_ = sink.Write([][]byte{frameOf(i, size)})
		}
		read := make([]byte, frames*size)
		if _, err := io.ReadFull(far, read); err != nil || !bytes.Equal(read, want.Bytes()) {
			t.Errorf("other bytes came: %v", err)
		}
		if info, err := sink.file.Stat(); err != nil || info.Size() != 0 {
			t.Errorf("the file has %d bytes: %v", info.Size(), err)
		}
		_ = sink.Write([][]byte{frameOf(7, size)})
		go func() { _ = sink.Close() }()
		if got, _ := io.ReadAll(far); !bytes.Equal(got, frameOf(7, size)) {
			t.Errorf("%d bytes came afterwards", len(got))
		}
	})
}
