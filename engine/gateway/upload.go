package gateway

import (
	"io"
	"slices"
	"sync"
)

// open returns a reader of the whole body, for one sending.
func (m *multipart) open() *upload {
	return &upload{pieces: slices.Clone(m.pieces), settled: make(chan struct{})}
}

// upload reads the pieces of a multipart body, one after the other. The transport reads it in a
// goroutine of its own, which may outlive the exchange.
type upload struct {
	pieces  [][]byte
	mu      sync.Mutex
	early   bool
	settled chan struct{}
	closing sync.Once
}

// Read gives nothing more once the answer has begun: a gateway that answers early, with 413 say,
// has stopped reading, and an error on sending would make the transport throw the answer away.
func (u *upload) Read(b []byte) (int, error) {
	if len(u.pieces) == 0 {
		return 0, io.EOF
	}
	if u.answeredEarly() {
		<-u.settled
		return 0, io.ErrClosedPipe
	}
	count := copy(b, u.pieces[0])
	u.pieces[0] = u.pieces[0][count:]
	for len(u.pieces) > 0 && len(u.pieces[0]) == 0 {
		u.pieces = u.pieces[1:]
	}
	return count, nil
}

func (u *upload) answeredEarly() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.early
}

func (u *upload) answerCame() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.early = true
}

// Close lets go of a transport that still waits in Read. The transport calls it when all is sent,
// the client when the exchange is over.
func (u *upload) Close() error {
	u.closing.Do(func() { close(u.settled) })
	return nil
}
