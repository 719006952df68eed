package framing

import (
	"errors"
	"os"
	"sync"
	"time"
)

const (
	// paceInterval is how often the pace is set again.
	paceInterval = 100 * time.Millisecond
	// leastPace is sent in an interval however busy the cores are, so that the other side sees what happens: some
	// fifty streams of 32 events a second, which hardly any stream in flight meets while they are judged.
	leastPace = 32 << 10
	// mostDebt limits the wait after a large frame to two seconds.
	mostDebt = 20 * leastPace
	// mostPace is more than the other side can read.
	mostPace = 4 << 20
)

// pace limits how much is sent in an interval: half as much as before while the cores are busy, and twice as
// much otherwise.
type pace struct {
	// isBusy returns whether the cores were busy since the last call; nil for no limit.
	isBusy func() bool
	bytes  int64
	// left of this interval; negative when more was sent.
	left  int64
	until time.Time
}

// wait returns when more may be sent, or when the channel is closed.
func (p *pace) wait(closed <-chan struct{}) {
	if p.isBusy == nil {
		return
	}
	for {
		now := time.Now()
		if !now.Before(p.until) {
			p.begin(now)
		}
		if p.left > 0 {
			return
		}
		select {
		case <-closed:
			return
		case <-time.After(p.until.Sub(now)):
		}
	}
}

func (p *pace) begin(now time.Time) {
	if p.isBusy() {
		p.bytes = max(leastPace, p.bytes/2)
	} else {
		p.bytes = min(mostPace, max(leastPace, 2*p.bytes))
	}
	p.left = min(p.left, 0) + p.bytes
	p.until = now.Add(paceInterval)
}

func (p *pace) sent(size int64) {
	p.left = max(-mostDebt, p.left-size)
}

const (
	// inMemoryBytes of frames may wait for the socket before later ones go to the file.
	inMemoryBytes = 1 << 20
	// spooledPieceBytes are read from the file at once.
	spooledPieceBytes = 256 << 10
	// DefaultSpoolBytes limits the file of a spool.
	DefaultSpoolBytes = 8 << 30
)

// SpooledSink writes to a socket whose other side may be a slow reader: frames that it has not read wait in a
// file without a name, in their order, so that memory stays small and their sender need not wait. When the
// file is full or cannot be written, Write waits until all in it has been read.
type SpooledSink struct {
	socket SocketSink
	file   *os.File
	// limit of the file, which is a ring: positions count on and never wrap.
	limit int64

	mu      sync.Mutex
	changed *sync.Cond
	// waiting frames come before those of the file.
	waiting      [][]byte
	memoryBytes  int64
	readAt       int64
	writtenAt    int64
	isUnwritable bool
	failure      error
	closing      chan struct{}
	sent         chan struct{}
}

// NewSpooledSink creates the file in this folder. While isBusy returns that the cores were busy since its last
// call, little is sent until the sink is closed; nil is for a reader that needs none of these cores.
func NewSpooledSink(socket SocketSink, folder string, limit int64, isBusy func() bool) (*SpooledSink, error) {
	file, err := os.CreateTemp(folder, "assay-spool-") // only this user can read it
	if err != nil {
		return nil, err
	}
	// Without a name it ends with the process. Windows allows this only once it is closed.
	_ = os.Remove(file.Name())
	s := &SpooledSink{
		socket: socket, file: file, limit: limit, closing: make(chan struct{}), sent: make(chan struct{}),
	}
	s.changed = sync.NewCond(&s.mu)
	go s.send(pace{isBusy: isBusy})
	return s, nil
}

// WaitingBytes is how much the other side has not read yet.
func (s *SpooledSink) WaitingBytes() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.memoryBytes + s.writtenAt - s.readAt
}

func (s *SpooledSink) Write(frames [][]byte) error {
	size := sizeOf(frames)
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.failure == nil && !s.keep(frames, size) {
		s.changed.Wait()
	}
	return s.failure
}

// keep returns whether there was room.
func (s *SpooledSink) keep(frames [][]byte, size int64) bool {
	spooled := s.writtenAt - s.readAt
	if spooled == 0 && (s.memoryBytes == 0 || s.memoryBytes+size <= inMemoryBytes) {
		s.waiting = append(s.waiting, frames...)
		s.memoryBytes += size
		s.changed.Broadcast()
		return true
	}
	if s.isUnwritable || spooled+size > s.limit {
		return false
	}
	at := s.writtenAt
	for _, frame := range frames {
		if s.isUnwritable = !s.writeAt(frame, at); s.isUnwritable {
			return false
		}
		at += int64(len(frame))
	}
	s.writtenAt = at
	s.changed.Broadcast()
	return true
}

// writeAt writes at a position of the ring, and returns whether that was possible.
func (s *SpooledSink) writeAt(data []byte, at int64) bool {
	for len(data) > 0 {
		offset := at % s.limit
		count := min(int64(len(data)), s.limit-offset)
		if _, err := s.file.WriteAt(data[:count], offset); err != nil {
			return false
		}
		data, at = data[count:], at+count
	}
	return true
}

// send writes to the socket until the sink is closed and all is written.
func (s *SpooledSink) send(pace pace) {
	defer close(s.sent)
	piece := make([]byte, spooledPieceBytes)
	for {
		frames, ofMemory, err := s.next(piece)
		if frames != nil && err == nil {
			err = s.socket.Write(frames)
			pace.sent(sizeOf(frames))
			pace.wait(s.closing)
		}
		s.mu.Lock()
		s.memoryBytes -= ofMemory
		s.failure = err
		s.changed.Broadcast()
		s.mu.Unlock()
		if frames == nil || err != nil {
			return
		}
	}
}

// next waits for what is to be sent, and returns how much of it is counted as memory; nil at the end.
func (s *SpooledSink) next(piece []byte) (frames [][]byte, ofMemory int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.waiting) == 0 && s.readAt == s.writtenAt && !s.isClosing() {
		s.changed.Wait()
	}
	if frames = s.waiting; len(frames) > 0 {
		s.waiting = nil
		return frames, s.memoryBytes, nil
	}
	if s.readAt == s.writtenAt {
		return nil, 0, nil
	}
	offset := s.readAt % s.limit
	count := min(int64(len(piece)), s.writtenAt-s.readAt, s.limit-offset)
	if _, err := s.file.ReadAt(piece[:count], offset); err != nil {
		return nil, 0, err
	}
	s.readAt += count
	if s.readAt == s.writtenAt {
		s.readAt, s.writtenAt = 0, 0
		_ = s.file.Truncate(0) // frees the disk; what cannot be freed is written again
	}
	return [][]byte{piece[:count]}, 0, nil
}

func (s *SpooledSink) isClosing() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}

// Close waits until the other side has read everything.
func (s *SpooledSink) Close() error {
	s.mu.Lock()
	close(s.closing)
	s.changed.Broadcast()
	s.mu.Unlock()
	<-s.sent
	return errors.Join(s.failure, s.socket.Close(), s.file.Close())
}

func sizeOf(frames [][]byte) int64 {
	var size int64
	for _, frame := range frames {
		size += int64(len(frame))
	}
	return size
}
