package access

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
)

// TLS is how TLS to the target is made.
type TLS struct {
	// roots are nil where the authorities of the system are enough.
	roots *x509.CertPool
	// certificates are those of the client.
	certificates []tls.Certificate
	// serverName is the name that the certificate of the target must have, in place of its host.
	serverName string
	insecure   bool
}

// UnmarshalJSON reads texts in PEM, once for all connections. An error does not show them.
func (t *TLS) UnmarshalJSON(text []byte) error {
	var written struct {
		CA, Cert, Key, ServerName string
		Insecure                  bool
	}
	if json.Unmarshal(text, &written) != nil {
		return errors.New("the settings of TLS are malformed")
	}
	t.serverName, t.insecure = written.ServerName, written.Insecure
	if written.CA != "" {
		roots, err := x509.SystemCertPool()
		if err != nil {
			roots = x509.NewCertPool()
		}
		if !roots.AppendCertsFromPEM([]byte(written.CA)) {
			return errors.New("the authority of the target cannot be read")
		}
		t.roots = roots
	}
	if written.Cert != "" {
		pair, err := tls.X509KeyPair([]byte(written.Cert), []byte(written.Key))
		if err != nil {
			return errors.New("the client certificate cannot be read")
		}
		t.certificates = []tls.Certificate{pair}
	}
	return nil
}

// Secured returns the settings of a transport, with what differs for the target.
func (a *Access) Secured(config *tls.Config) *tls.Config {
	if a.TLS == nil {
		return config
	}
	secured := &tls.Config{}
	if config != nil {
		secured = config.Clone()
	}
	if a.TLS.roots != nil {
		secured.RootCAs = a.TLS.roots
	}
	if a.TLS.certificates != nil {
		secured.Certificates = a.TLS.certificates
	}
	if a.TLS.serverName != "" {
		secured.ServerName = a.TLS.serverName
	}
	secured.InsecureSkipVerify = secured.InsecureSkipVerify || a.TLS.insecure
	return secured
}
