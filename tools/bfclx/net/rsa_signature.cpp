#include "tools/bfclx/net/rsa_signature.h"

#ifdef BFCLX_STATIC
#include <mbedtls/ctr_drbg.h>
#include <mbedtls/entropy.h>
#include <mbedtls/pk.h>
#else
#include <dlfcn.h>
#endif

#include <cstddef>
#include <memory>

#include "core/base/sha256.h"

namespace bfclx::net {
namespace {

constexpr unsigned kFewestBits = 2048;

Error signature_error(std::string message) { return {"SignatureError", std::move(message)}; }
Error bad_key() { return signature_error("private_key is not an RSA key in PEM form"); }
Error short_key() { return signature_error("private_key has fewer than 2,048 bits"); }
Error not_signed() { return signature_error("private_key cannot sign"); }

}  // namespace

#ifdef BFCLX_STATIC

Result<std::string> rsa_signature(std::string_view key, std::string_view text) {
  const Sha256 digest = sha256(text);
  const std::string terminated(key);  // its NUL counts
  mbedtls_pk_context pk;
  mbedtls_entropy_context entropy;
  mbedtls_ctr_drbg_context random;
  mbedtls_pk_init(&pk);
  mbedtls_entropy_init(&entropy);
  mbedtls_ctr_drbg_init(&random);
  std::string signature(MBEDTLS_PK_SIGNATURE_MAX_SIZE, '\0');
  std::size_t size = 0;
  const auto bytes = [](auto& some) {
    return reinterpret_cast<unsigned char*>(const_cast<char*>(some.data()));
  };
  Error error = bad_key();
  int failed = mbedtls_ctr_drbg_seed(&random, mbedtls_entropy_func, &entropy, nullptr, 0);
  if (failed == 0) {
    failed = mbedtls_pk_parse_key(&pk, bytes(terminated), terminated.size() + 1, nullptr, 0);
  }
  if (failed == 0 && !mbedtls_pk_can_do(&pk, MBEDTLS_PK_RSA)) failed = 1;
  if (failed == 0 && mbedtls_pk_get_bitlen(&pk) < kFewestBits) {
    error = short_key();
    failed = 1;
  }
  if (failed == 0) {
    error = not_signed();
    failed = mbedtls_pk_sign(&pk, MBEDTLS_MD_SHA256, digest.data(), digest.size(), bytes(signature),
                             &size, mbedtls_ctr_drbg_random, &random);
  }
  mbedtls_ctr_drbg_free(&random);
  mbedtls_entropy_free(&entropy);
  mbedtls_pk_free(&pk);
  if (failed != 0) return error;
  signature.resize(size);
  return signature;
}

#else

namespace {

// What is used of OpenSSL 1.1.1 and 3, whose objects are opaque.
struct Crypto {
  void* (*bio_of)(const void* bytes, int size) = nullptr;
  int (*free_bio)(void* bio) = nullptr;
  void* (*read_key)(void* bio, void** key, int (*password)(char*, int, int, void*),
                    void* own) = nullptr;
  int (*kind_of)(const void* key) = nullptr;
  int (*bits_of)(const void* key) = nullptr;
  void (*free_key)(void* key) = nullptr;
  void* (*make_context)() = nullptr;
  void (*free_context)(void* context) = nullptr;
  const void* (*sha256)() = nullptr;
  int (*begin)(void* context, void** key_context, const void* digest, void* engine,
               void* key) = nullptr;
  int (*sign)(void* context, unsigned char* out, std::size_t* size, const unsigned char* text,
              std::size_t text_size) = nullptr;
  bool complete = true;

  // The function of the first of these names that the library has.
  template <typename Function>
  void find(void* library, Function& function, const char* name, const char* older = nullptr) {
    void* found = dlsym(library, name);
    if (found == nullptr && older != nullptr) found = dlsym(library, older);
    function = reinterpret_cast<Function>(found);
    complete = complete && found != nullptr;
  }
};

const Crypto* crypto() {
  static const Crypto kCrypto = [] {
    Crypto all;
    void* library = nullptr;
    for (const char* name : {"libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.3.dylib"}) {
      if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    if (library == nullptr) {
      all.complete = false;
      return all;
    }
    all.find(library, all.bio_of, "BIO_new_mem_buf");
    all.find(library, all.free_bio, "BIO_free");
    all.find(library, all.read_key, "PEM_read_bio_PrivateKey");
    all.find(library, all.kind_of, "EVP_PKEY_get_base_id", "EVP_PKEY_base_id");
    all.find(library, all.bits_of, "EVP_PKEY_get_bits", "EVP_PKEY_bits");
    all.find(library, all.free_key, "EVP_PKEY_free");
    all.find(library, all.make_context, "EVP_MD_CTX_new");
    all.find(library, all.free_context, "EVP_MD_CTX_free");
    all.find(library, all.sha256, "EVP_sha256");
    all.find(library, all.begin, "EVP_DigestSignInit");
    all.find(library, all.sign, "EVP_DigestSign");
    return all;
  }();
  return kCrypto.complete ? &kCrypto : nullptr;
}

// A key with a password is refused; without this OpenSSL asks for it on the terminal.
int no_password(char* /*out*/, int /*size*/, int /*writing*/, void* /*own*/) { return -1; }

}  // namespace

Result<std::string> rsa_signature(std::string_view key, std::string_view text) {
  constexpr int kRsa = 6;  // EVP_PKEY_RSA
  constexpr std::size_t kMostBytes = std::size_t{64} << 10;
  const Crypto* const use = crypto();
  if (use == nullptr) {
    return signature_error(
        "signing needs OpenSSL (libcrypto), which is not installed: install it (on Debian the "
        "package libssl3)");
  }
  if (key.size() > kMostBytes) return bad_key();
  using Owned = std::unique_ptr<void, void (*)(void*)>;
  const std::unique_ptr<void, int (*)(void*)> bio(
      use->bio_of(key.data(), static_cast<int>(key.size())), use->free_bio);
  if (!bio) return bad_key();
  const Owned read(use->read_key(bio.get(), nullptr, no_password, nullptr), use->free_key);
  if (!read || use->kind_of(read.get()) != kRsa) return bad_key();
  if (use->bits_of(read.get()) < static_cast<int>(kFewestBits)) return short_key();
  const Owned context(use->make_context(), use->free_context);
  if (!context || use->begin(context.get(), nullptr, use->sha256(), nullptr, read.get()) != 1) {
    return not_signed();
  }
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  std::size_t size = 0;
  if (use->sign(context.get(), nullptr, &size, bytes, text.size()) != 1) return not_signed();
  std::string signature(size, '\0');
  auto* out = reinterpret_cast<unsigned char*>(signature.data());
  if (use->sign(context.get(), out, &size, bytes, text.size()) != 1) return not_signed();
  signature.resize(size);
  return signature;
}

#endif

}  // namespace bfclx::net
